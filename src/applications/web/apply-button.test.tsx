import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { testUser } from '#auth/web/test-user.ts';
import { readReturnPath } from '#auth/web/return-path.ts';
import { campaignSample } from '#campaigns/sample.ts';
import { renderScreen } from '#platform/web/screen-test.tsx';
import type { Application } from '../contract.ts';
import { applicationSample } from '../sample.ts';
import { ApplyButton } from './apply-button.tsx';

/** The request stays pending until the outcome is set. */
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

async function applyWith(outcome: Application | undefined) {
  let resolveOutcome = (_: Application | undefined) => {};
  const pendingOutcome = new Promise<Application | undefined>((resolve) => {
    resolveOutcome = resolve;
  });
  renderScreen(<Card outcome={pendingOutcome} />);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Apply Now' });
  await userEvent.click(button);
  expect(button.disabled).toBe(true);
  // Browsers blur a focused button when it is disabled.
  button.blur();
  resolveOutcome(outcome);
  return button;
}

test('focus moves to the state that replaces the button', async () => {
  await applyWith(applicationSample);
  const state = await screen.findByText('Applied');
  await waitFor(() => expect(document.activeElement).toBe(state.parentElement));
});

test('focus returns to the button if applying fails', async () => {
  const button = await applyWith(undefined);
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('a visitor returns to the campaign after signing in', async () => {
  const applying = { apply: () => {}, pendingId: null };
  renderScreen(
    <ApplyButton campaign={campaignSample} userType={null} application={undefined} applying={applying} />,
    { at: '/marketer' },
  );
  await userEvent.click(screen.getByRole('link', { name: 'Apply Now' }));
  await screen.findByText('/auth/signin');
  expect(readReturnPath(testUser().id, new Date())).toBe(`/campaigns/${campaignSample.id}`);
});
