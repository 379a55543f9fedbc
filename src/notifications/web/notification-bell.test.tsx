import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { stubCall, stubNetwork, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { listNotifications, markNotificationsRead, type Notification } from '../contract.ts';
import NotificationBell from './notification-bell.tsx';

const clock = createManualClock(new Date('2026-11-02T09:10:00Z'));
const approved: Notification = {
  id: '7f3f1f0e-2f51-4d7c-8a35-6f2f4f1f9a11',
  kind: 'proof.approved',
  title: 'Your proof was approved',
  text: '$40.00 is on its way.',
  href: '/payments',
  createdAt: '2026-11-02T09:00:00.000Z',
  readAt: null,
};
const waiting = stubCall(listNotifications, { unread: 1, notifications: [approved] });
const read = stubCall(listNotifications, {
  unread: 0,
  notifications: [{ ...approved, readAt: '2026-11-02T09:10:00.000Z' }],
});
const marked = stubCall(markNotificationsRead, { message: 'Done.' });

it('shows the number of unread notifications, and no badge at 0', async () => {
  stubNetwork(waiting);
  const { unmount } = renderScreen(<NotificationBell />, { clock });
  const bell = await screen.findByRole('button', { name: 'Notifications, 1 unread' });
  expect(bell.textContent).toBe('1');
  unmount();
  stubNetwork(read);
  renderScreen(<NotificationBell />, { clock });
  await userEvent.click(screen.getByRole('button', { name: 'Notifications' }));
  await screen.findByText('10 min ago');
  expect(screen.queryByRole('button', { name: 'Mark all read' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Notifications' }).textContent).toBe('');
});

it('marks all as read', async () => {
  stubNetwork(waiting);
  renderScreen(<NotificationBell />, { clock });
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
  const received = stubNetwork(read, marked);
  await userEvent.click(await screen.findByRole('button', { name: 'Mark all read' }));
  await screen.findByRole('button', { name: 'Notifications' });
  expect(received[0]?.body).toEqual({ all: true });
});

it('links to the matter, and marks the notification as read', async () => {
  stubNetwork(waiting);
  renderScreen(<NotificationBell />, { clock });
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
  const received = stubNetwork(read, marked);
  await userEvent.click(await screen.findByRole('link', { name: /Your proof was approved/ }));
  await screen.findByText('/payments');
  expect(received[0]?.body).toEqual({ ids: [approved.id] });
});

it('shows the empty and the error state', async () => {
  stubNetwork(stubCall(listNotifications, { unread: 0, notifications: [] }));
  const { unmount } = renderScreen(<NotificationBell />, { clock });
  await userEvent.click(screen.getByRole('button', { name: 'Notifications' }));
  await screen.findByText('No notifications yet');
  unmount();
  stubNetwork(stubRefusal(listNotifications, 'server/busy'));
  renderScreen(<NotificationBell />, { clock });
  await userEvent.click(screen.getByRole('button', { name: 'Notifications' }));
  await screen.findByRole('button', { name: 'Try again' });
});
