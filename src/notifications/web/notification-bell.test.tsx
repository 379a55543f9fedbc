import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { testUser } from '#auth/web/test-user.ts';
import { countUnreadMessages } from '#messages/contract.ts';
import { useUnreadMessages } from '#messages/web/use-unread-messages.ts';
import { useIsPushed } from '#platform/web/pushed.ts';
import { stubEventSource } from '#platform/web/test-event-source.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { stubCall, stubNetwork, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import {
  listNotifications,
  markNotificationsRead,
  type Notification,
  streamNotifications,
} from '../contract.ts';
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

it('reloads when the server pushes a change, and polls only while the stream is down', async () => {
  const streams = stubEventSource();
  const ownClock = createManualClock(new Date('2026-11-02T09:10:00Z'));
  const advance = (milliseconds: number) => act(async () => ownClock.advance(milliseconds));
  const calls = stubNetwork(read);
  renderScreen(<NotificationBell />, { clock: ownClock });
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(streams.opened).toEqual(['/api/notifications/stream']);
  await streams.send(streamNotifications, 'changed', { unread: 0 });
  await advance(30_000);
  expect(calls).toHaveLength(1);

  const later = stubNetwork(waiting);
  await streams.send(streamNotifications, 'changed', { unread: 1 });
  expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeTruthy();
  expect(later).toHaveLength(1);

  await streams.fail();
  await advance(10_000);
  await waitFor(() => expect(later).toHaveLength(2));
  await advance(4000);
  await streams.send(streamNotifications, 'changed', { unread: 1 });
  await waitFor(() => expect(later).toHaveLength(3));
  await advance(30_000);
  expect(later).toHaveLength(3);
});

it('reloads the unread messages when the server pushes a change, and they are polled only without it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const Header = () => (
    <>
      <p>{useUnreadMessages()}</p>
      <p>{useIsPushed()[0] ? 'pushed' : 'polled'}</p>
      <NotificationBell />
    </>
  );
  const streams = stubEventSource();
  const calls = stubNetwork(
    read,
    stubCall(getCurrentUser, testUser()),
    stubCall(countUnreadMessages, { unread: 2 }),
  );
  const counts = () => calls.filter(({ endpoint }) => endpoint === countUnreadMessages).length;
  renderScreen(<Header />, { clock });
  await waitFor(() => expect(counts()).toBe(1));
  vi.advanceTimersByTime(10_000);
  await waitFor(() => expect(counts()).toBe(2));
  await streams.send(streamNotifications, 'messages', 0);
  await waitFor(() => expect(counts()).toBe(3));
  vi.advanceTimersByTime(60_000);
  expect(counts()).toBe(3);
  await streams.fail();
  await screen.findByText('polled');
  vi.advanceTimersByTime(10_000);
  await waitFor(() => expect(counts()).toBe(4));
});

it('leads to the page with all notifications', async () => {
  stubNetwork(read);
  renderScreen(<NotificationBell />, { clock });
  await userEvent.click(screen.getByRole('button', { name: 'Notifications' }));
  await userEvent.click(await screen.findByRole('link', { name: 'See all' }));
  await screen.findByText('/notifications');
});
