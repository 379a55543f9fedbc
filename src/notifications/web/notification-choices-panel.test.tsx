import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { stubCall, stubNetwork, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { getNotificationChoices, setNotificationChoice } from '../choices-contract.ts';
import { NotificationChoicesPanel } from './notification-choices-panel.tsx';

const choices = (moneyIsMailed: boolean) => ({
  choices: [
    { topic: 'money' as const, isMailed: moneyIsMailed, isFixed: false, isPushed: true },
    { topic: 'account' as const, isMailed: true, isFixed: true, isPushed: true },
  ],
});
const read = stubCall(getNotificationChoices, choices(true));

it('saves at once, confirms it, and offers to undo', async () => {
  const calls = stubNetwork(
    read,
    stubCall(setNotificationChoice, ({ body }) => choices((body as { isMailed: boolean }).isMailed)),
  );
  renderScreen(<NotificationChoicesPanel />);
  const money = await screen.findByRole('switch', { name: 'Money by email' });
  await userEvent.click(money);
  expect(await screen.findByText(/^Saved: Money/)).toBeTruthy();
  expect(money).toHaveProperty('checked', false);
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText(/^Saved: Money.*mail/)).toBeTruthy();
  expect(money).toHaveProperty('checked', true);
  expect(calls.flatMap(({ body }) => (body ? [body] : []))).toEqual([
    { topic: 'money', isMailed: false },
    { topic: 'money', isMailed: true },
  ]);
});

it('offers no switch for emails that are always on', async () => {
  stubNetwork(read);
  renderScreen(<NotificationChoicesPanel />);
  expect(await screen.findByText('Email always on')).toBeTruthy();
  expect(screen.getAllByRole('switch').map((each) => each.getAttribute('aria-label'))).toEqual([
    'Money by email',
    'Money by push',
    'Account and security by push',
  ]);
});

it('restores the saved choice if saving fails', async () => {
  stubNetwork(read, stubRefusal(setNotificationChoice, 'server/busy'));
  renderScreen(<NotificationChoicesPanel />);
  const money = await screen.findByRole('switch', { name: 'Money by email' });
  await userEvent.click(money);
  expect(await screen.findByText('Not saved')).toBeTruthy();
  expect(money).toHaveProperty('checked', true);
});

it('switches push messages apart from emails', async () => {
  const calls = stubNetwork(
    read,
    stubCall(setNotificationChoice, ({ body }) => ({
      choices: [
        { topic: 'money' as const, isMailed: true, isFixed: false, ...(body as { isPushed: boolean }) },
      ],
    })),
  );
  renderScreen(<NotificationChoicesPanel />);
  await userEvent.click(await screen.findByRole('switch', { name: 'Money by push' }));
  expect(await screen.findByText(/^Saved: Money not as push/)).toBeTruthy();
  expect(screen.getByRole('switch', { name: 'Money by email' })).toHaveProperty('checked', true);
  expect(calls.at(-1)?.body).toEqual({ topic: 'money', isPushed: false });
});
