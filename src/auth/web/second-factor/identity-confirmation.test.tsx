import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { refusals, type RefusalCode } from '#main/domains.ts';
import { CallError } from '#platform/web/call.ts';
import { getPublicConfig } from '#platform/config-contract.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import {
  stubCall,
  stubNetwork,
  invalidFields,
  refusalText,
  stubRefusal,
  renderScreen,
} from '#platform/web/screen-test.tsx';
import { testPublicConfig } from '#platform/web/test-public-config.ts';
import { confirmIdentity, getCurrentUser, requestIdentityCode } from '../../contract.ts';
import { useIdentityConfirmation } from './identity-confirmation.tsx';
import { testUser } from '../test-user.ts';

const signedIn = stubCall(getCurrentUser, testUser());
const config = stubCall(getPublicConfig, testPublicConfig());
const sent = stubCall(requestIdentityCode, { message: 'We sent you a code.' });
const confirmed = stubCall(confirmIdentity, { message: 'Thanks, you’re confirmed.' });

function Refused({ code, again }: { code: RefusalCode; again: () => void }) {
  const identity = useIdentityConfirmation();
  const [status, { text: message }] = refusals[code];
  const error = new CallError(status, message, { code, message });
  return (
    <>
      <button type="button" onClick={() => identity.isNeededFor(error, again) || again()}>
        Change
      </button>
      {identity.dialog}
    </>
  );
}

const open = async (again: () => void, code: RefusalCode = 'auth/recent-required') => {
  const clock = createManualClock(new Date('2026-11-02T09:00:00Z'));
  renderScreen(<Refused code={code} again={again} />, { clock });
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  return clock;
};

it('mails a code, takes it and repeats the call automatically', async () => {
  const again = vi.fn();
  const received = stubNetwork(signedIn, config, sent, confirmed);
  await open(again);
  await screen.findByRole('dialog', { name: 'Confirm it’s you' });
  expect(await screen.findByText('ada@example.com')).toBeTruthy();
  const mailbox = await screen.findByRole('link', { name: 'development mailbox' });
  expect(mailbox.getAttribute('href')).toBe('/dev/mailbox?to=ada%40example.com');
  await userEvent.click(screen.getByLabelText('Code'));
  await userEvent.paste('123456');
  await waitFor(() => expect(again).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const bodies = received.filter(({ endpoint }) => endpoint === confirmIdentity).map(({ body }) => body);
  expect(bodies).toEqual([{ code: '123456' }]);
  expect(received.filter(({ endpoint }) => endpoint === requestIdentityCode)).toHaveLength(1);
});

it('leaves other refusals to the caller', async () => {
  const again = vi.fn();
  stubNetwork();
  await open(again, 'auth/forbidden');
  expect(again).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('keeps a wrong code in the field, and tells the user what to do about an expired one', async () => {
  const again = vi.fn();
  stubNetwork(signedIn, config, sent, stubRefusal(confirmIdentity, 'auth/wrong-code'));
  await open(again);
  const input = await screen.findByLabelText('Code');
  await userEvent.type(input, '111111');
  await screen.findByText('That code is incorrect. Check the email and try again.');
  expect(input).toHaveProperty('value', '111111');
  stubNetwork(signedIn, config, stubRefusal(confirmIdentity, 'auth/code-expired'));
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Resend email');
  expect(again).not.toHaveBeenCalled();
});

it('shows an error if the code is incomplete', async () => {
  stubNetwork(signedIn, config, sent);
  await open(vi.fn());
  await userEvent.type(await screen.findByLabelText('Code'), '12');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(invalidFields()).toEqual(['Code']));
});

it('treats a code mailed moments ago as sent, and resends after a minute', async () => {
  const received = stubNetwork(signedIn, config, stubRefusal(requestIdentityCode, 'auth/resend-too-soon'));
  const clock = await open(vi.fn());
  expect(await screen.findByLabelText('Code')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => clock.advance(60_000));
  await userEvent.click(screen.getByRole('button', { name: 'Resend email' }));
  expect(received.filter(({ endpoint }) => endpoint === requestIdentityCode)).toHaveLength(2);
});

it('shows an error if no code could be sent, and retries', async () => {
  stubNetwork(signedIn, config, stubRefusal(requestIdentityCode, 'request/too-many'));
  await open(vi.fn());
  expect((await screen.findByRole('alert')).textContent).toContain(refusalText('request/too-many'));
  stubNetwork(signedIn, config, sent);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Code')).toBeTruthy();
});

it('changes nothing if the user closes the dialog', async () => {
  const again = vi.fn();
  stubNetwork(signedIn, config, sent);
  await open(again);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(again).not.toHaveBeenCalled();
});
