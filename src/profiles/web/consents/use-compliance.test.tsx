import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { marketer } from '#payments/web/test-marketer.ts';
import { CallError } from '#platform/web/call.ts';
import {
  stubCall,
  stubNetwork,
  refusalText,
  stubFailure,
  stubRefusal,
  renderScreen,
} from '#platform/web/screen-test.tsx';
import { updateCompliance } from '../../contract.ts';
import { ConsentNotGiven, useCompliance } from './use-compliance.tsx';

function TakePart({ lacking }: { lacking: string[] }) {
  const { through, modals } = useCompliance();
  const [outcome, setOutcome] = useState('nothing yet');
  const [open] = useState(() => [...lacking]);
  const attempt = async () => {
    const code = open.shift();
    if (code) throw new CallError(403, '', { code, message: code });
    return 'done';
  };
  return (
    <>
      <button
        type="button"
        onClick={() => {
          through(attempt, { location: true }).then(setOutcome, (error: unknown) =>
            setOutcome(error instanceof ConsentNotGiven ? 'not given' : `failed: ${String(error)}`),
          );
        }}
      >
        Take part
      </button>
      <p>{outcome}</p>
      {modals}
    </>
  );
}

const signedIn = stubCall(getCurrentUser, marketer);

const begin = () => userEvent.click(screen.getByRole('button', { name: 'Take part' }));

test('asks for both consents in turn, then continues', async () => {
  const received = stubNetwork(signedIn, stubCall(updateCompliance, { message: 'Saved' }));
  renderScreen(<TakePart lacking={['compliance/incomplete', 'compliance/location-consent']} />);
  await begin();
  const confirm = await screen.findByRole<HTMLButtonElement>('button', { name: 'Confirm' });
  expect(confirm.disabled).toBe(true);
  await userEvent.click(screen.getByRole('checkbox', { name: 'I am 18 or older' }));
  expect(confirm.disabled).toBe(true);
  await userEvent.click(screen.getByRole('checkbox', { name: /I accept the Terms of Service/ }));
  await userEvent.click(confirm);

  const allow = await screen.findByRole<HTMLButtonElement>('button', { name: 'Allow' });
  expect(allow.disabled).toBe(true);
  await userEvent.click(screen.getByRole('checkbox', { name: /I agree to share my location/ }));
  await userEvent.click(allow);
  expect(await screen.findByText('done')).toBeTruthy();
  const written = received.filter(({ endpoint }) => endpoint === updateCompliance);
  expect(written.map(({ body }) => body)).toEqual([
    { ageVerified: true, termsAccepted: true, privacyAccepted: true },
    { locationConsent: true },
  ]);
});

test('asks again for location if the text has changed since the user agreed, and says so', async () => {
  const received = stubNetwork(signedIn, stubCall(updateCompliance, { message: 'Saved' }));
  renderScreen(<TakePart lacking={['compliance/location-consent']} />);
  await waitFor(() => expect(received).toHaveLength(1));
  await begin();
  expect(await screen.findByText(/^This text has changed/)).toBeTruthy();
  await userEvent.click(screen.getByRole('checkbox', { name: /I agree to share my location/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Allow' }));
  expect(await screen.findByText('done')).toBeTruthy();
});

test('the location question says in three points what is collected, who sees it, and how long it is kept', async () => {
  stubNetwork(signedIn);
  renderScreen(<TakePart lacking={['compliance/location-consent']} />);
  await begin();
  const [collected, seen, kept, ...others] = await screen.findAllByRole('listitem');
  expect(others).toEqual([]);
  expect(collected?.textContent).toMatch(
    /only between Start Tracking and Stop Tracking, and once each time you press Verify Location/,
  );
  expect(seen?.textContent).toMatch(/Advertisers never get the route\. The advertiser sees .* about 600 m\./);
  expect(seen?.textContent).toMatch(/Anyone with the campaign’s report sees these areas and minutes/);
  expect(kept?.textContent).toMatch(/^How long: We delete the route 30 days after your proof is decided/);
  expect(kept?.textContent).toMatch(/You can withdraw at any time\./);
});

test('cancelling the age question leads home', async () => {
  stubNetwork(signedIn);
  renderScreen(<TakePart lacking={['compliance/incomplete']} />, { at: '/marketplace' });
  await begin();
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('/')).toBeTruthy();
});

test('closing the age question with Escape gives no consent and stays on the page', async () => {
  stubNetwork(signedIn);
  renderScreen(<TakePart lacking={['compliance/incomplete']} />, { at: '/marketplace' });
  await begin();
  await screen.findByRole('button', { name: 'Cancel' });
  await userEvent.keyboard('{Escape}');
  expect(await screen.findByText('not given')).toBeTruthy();
});

test('declining the location gives no consent and stays on the page', async () => {
  stubNetwork(signedIn);
  renderScreen(<TakePart lacking={['compliance/location-consent']} />, { at: '/marketplace' });
  await begin();
  const [decline] = await screen.findAllByRole('button', { name: 'Decline' });
  if (!decline) throw new Error('there is no way to decline');
  await userEvent.click(decline);
  expect(await screen.findByText('not given')).toBeTruthy();
});

test('an error keeps the question open and is shown; other refusals pass through', async () => {
  stubNetwork(signedIn, stubRefusal(updateCompliance, 'profile/under-age'));
  renderScreen(<TakePart lacking={['compliance/incomplete', 'campaign/full']} />);
  await begin();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'I am 18 or older' }));
  await userEvent.click(screen.getByRole('checkbox', { name: /I accept the Terms of Service/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText(refusalText('profile/under-age'))).toBeTruthy();
  stubNetwork(signedIn, stubCall(updateCompliance, { message: 'Saved' }));
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText(/^failed/)).toBeTruthy();
});

test('shows a general error if the response has no text', async () => {
  stubNetwork(signedIn, stubFailure(updateCompliance));
  renderScreen(<TakePart lacking={['compliance/location-consent']} />);
  await begin();
  await userEvent.click(await screen.findByRole('checkbox', { name: /I agree to share my location/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Allow' }));
  expect(await screen.findByText('Failed to update compliance status.')).toBeTruthy();
});

test('asks for known missing consents before trying', async () => {
  const fresh = { ...marketer, ageVerified: false, locationConsent: false };
  const received = stubNetwork(
    stubCall(getCurrentUser, fresh),
    stubCall(updateCompliance, { message: 'Saved' }),
  );
  renderScreen(<TakePart lacking={['nothing/was-tried']} />);
  await waitFor(() => expect(received).toHaveLength(1));
  await begin();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'I am 18 or older' }));
  await userEvent.click(screen.getByRole('checkbox', { name: /I accept the Terms of Service/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  const [decline] = await screen.findAllByRole('button', { name: 'Decline' });
  if (!decline) throw new Error('there is no way to decline');
  await userEvent.click(decline);
  expect(await screen.findByText('not given')).toBeTruthy();
});
