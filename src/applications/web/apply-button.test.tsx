import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { testUser } from '#auth/web/test-user.ts';
import { readWayBack } from '#auth/web/way-back.ts';
import { campaignSample } from '#campaigns/sample.ts';
import { renderScreen } from '#platform/web/screen-test.tsx';
import type { Application } from '../contract.ts';
import { applicationSample } from '../sample.ts';
import { ApplyButton } from './apply-button.tsx';

/** Applying that takes until the outcome is there, as it does over a network. */
function Card({ outcome }: { outcome: Promise<Application | undefined> }) {
  const [pendingId, setPendingId] = useState<string | null>(null);
  const [application, setApplication] = useState<Application>();
  const apply = () => {
    setPendingId(campaignSample.id);
    void outcome.then((answer) => {
      setApplication(answer);
      setPendingId(null);
    });
  };
  return (
    <ApplyButton
      campaign={campaignSample}
      userType="marketer"
      application={application}
      applying={{ apply, pendingId }}
    />
  );
}

/** Presses the button, and answers once it is disabled. */
async function applyWith(outcome: Application | undefined) {
  let settle = (_: Application | undefined) => {};
  const settled = new Promise<Application | undefined>((resolve) => {
    settle = resolve;
  });
  renderScreen(<Card outcome={settled} />);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Apply Now' });
  await userEvent.click(button);
  expect(button.disabled).toBe(true);
  // What a browser does with a button that is disabled under the keyboard.
  button.blur();
  settle(outcome);
  return button;
}

test('the keyboard goes on from the state that takes the place of the button', async () => {
  await applyWith(applicationSample);
  const state = await screen.findByText('Applied');
  await waitFor(() => expect(document.activeElement).toBe(state.parentElement));
});

test('the keyboard is back at the button where nothing came of it', async () => {
  const button = await applyWith(undefined);
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('a visitor comes back to the campaign once they have signed in', async () => {
  const applying = { apply: () => {}, pendingId: null };
  renderScreen(
    <ApplyButton campaign={campaignSample} userType={null} application={undefined} applying={applying} />,
    { at: '/marketer' },
  );
  await userEvent.click(screen.getByRole('link', { name: 'Apply Now' }));
  await screen.findByText('/auth/signin');
  expect(readWayBack(testUser().id, new Date())).toBe(`/campaigns/${campaignSample.id}`);
});
