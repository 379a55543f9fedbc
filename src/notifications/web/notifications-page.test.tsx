import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { marketerSample } from '#auth/sample.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import {
  findEmptyState,
  renderScreen,
  stubCall,
  stubNetwork,
  stubPages,
  stubRefusal,
} from '#platform/web/screen-test.tsx';
import { listNotifications, markNotificationsRead } from '../contract.ts';
import { notificationSample } from '../sample.ts';
import NotificationsPage from './notifications-page.tsx';

const clock = createManualClock(new Date('2026-11-02T12:00:00Z'));
const me = stubCall(getCurrentUser, marketerSample);
const first = { ...notificationSample, title: 'First', createdAt: '2026-11-02T11:00:00.000Z' };
const second = {
  ...notificationSample,
  id: '7f3f1f0e-2f51-4d7c-8a35-6f2f4f1f9a11',
  title: 'Second',
  createdAt: '2026-10-20T11:00:00.000Z',
  readAt: '2026-10-21T11:00:00.000Z',
};

it('lists notifications by day, page by page', async () => {
  stubNetwork(
    me,
    stubPages(listNotifications, [
      { unread: 1, notifications: [first] },
      { unread: 1, notifications: [second] },
    ]),
  );
  renderScreen(<NotificationsPage />, { clock });
  const today = await screen.findByRole('region', { name: 'Today' });
  expect(within(today).getByRole('link', { name: /First/ })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  const earlier = await screen.findByRole('region', { name: 'Oct 20, 2026' });
  expect(within(earlier).getByRole('link', { name: /Second/ })).toBeTruthy();
  // The heading has the date, so the row has the time.
  expect(within(earlier).getAllByText('Oct 20, 2026')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(screen.getAllByRole('button', { name: /Mark as read/ })).toHaveLength(1);
});

it('marks one or all as read', async () => {
  const received = stubNetwork(
    me,
    stubCall(listNotifications, { unread: 1, notifications: [first] }),
    stubCall(markNotificationsRead, { message: 'Done.' }),
  );
  renderScreen(<NotificationsPage />, { clock });
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as read: First' }));
  await userEvent.click(screen.getByRole('button', { name: 'Mark all read' }));
  expect(received.flatMap(({ body }) => (body ? [body] : []))).toEqual([{ ids: [first.id] }, { all: true }]);
});

it('filters by the topic and by unread, as the address says', async () => {
  const received = stubNetwork(me, stubCall(listNotifications, { unread: 0, notifications: [] }));
  renderScreen(<NotificationsPage />, { clock, at: '/?topic=money' });
  await findEmptyState();
  await userEvent.click(screen.getByRole('radio', { name: 'Unread' }));
  expect(await screen.findByText('Nothing unread')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(await screen.findByText('No notifications yet')).toBeTruthy();
  const queries = received.filter(({ endpoint }) => endpoint === listNotifications).map(({ query }) => query);
  expect(queries).toEqual([
    { limit: '30', topic: 'money' },
    { limit: '30', topic: 'money', unread: 'true' },
    { limit: '30' },
  ]);
});

it('offers to try again if the list cannot be loaded', async () => {
  stubNetwork(me, stubRefusal(listNotifications, 'server/busy'));
  renderScreen(<NotificationsPage />, { clock });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});
