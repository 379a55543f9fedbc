import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { transact } from '#platform/server/db/transact.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import type { Answer } from '#tests/support/client.ts';
import { EventReader } from '#tests/support/event-stream.ts';
import { listNotifications, markNotificationsRead, streamNotifications } from '../contract.ts';
import { notify } from './service.ts';

let app: TestApp;
let reader: Client;
const opened: EventReader<typeof streamNotifications>[] = [];
beforeAll(async () => {
  app = await testApp();
  reader = await app.signIn('marketer');
});
afterEach(() => {
  for (const each of opened.splice(0)) each.leave();
});
afterAll(() => app.close());

async function openStream(client: Client) {
  const stream = await EventReader.open(app, client, streamNotifications, {});
  opened.push(stream);
  return stream;
}

const tell = (
  client: Client,
  ref: string,
  kind: 'payment.completed' | 'application.approved' = 'payment.completed',
) =>
  transact(app.deps.db, (tx) =>
    notify(tx, app.deps, client.userId, {
      kind,
      ref,
      title: kind === 'payment.completed' ? '$40.00 is in your wallet' : 'You have a place: Harbor walk',
      text: 'It has arrived.',
      href: '/payments',
      isMailed: true,
    }),
  );

it('pushes the number of unread ones at the start, when one arrives and when they are read', async () => {
  const other = await openStream(await app.signIn('marketer'));
  expect(await other.next('changed')).toEqual({ unread: 0 });
  const stream = await openStream(reader);
  expect(await stream.next('changed')).toEqual({ unread: 0 });
  await tell(reader, 'one');
  expect(await stream.next('changed')).toEqual({ unread: 1 });
  await reader.call(markNotificationsRead, { body: { all: true } });
  expect(await stream.next('changed')).toEqual({ unread: 0 });
  // The same fact again changes nothing, and other users hear nothing.
  await tell(reader, 'one');
  await tell(reader, 'two');
  expect(await stream.next('changed')).toEqual({ unread: 1 });
  expect(other.events.filter(({ name }) => name === 'changed')).toHaveLength(1);
});

it('lists without an end, by topic and by unread', async () => {
  const client = await app.signIn('marketer');
  for (let at = 0; at < 5; at += 1) await tell(client, `money-${at}`);
  await tell(client, 'work', 'application.approved');
  await client.call(markNotificationsRead, { body: { all: true } });
  await tell(client, 'new');
  const seen: string[] = [];
  let url: string | undefined = '/api/notifications?topic=money&limit=2';
  while (url) {
    const answer: Answer<typeof listNotifications> = await client.request<typeof listNotifications>(
      'GET',
      url,
    );
    seen.push(...answer.body.notifications.map(({ kind }) => kind));
    url = /<([^>]+)>; rel="next"/.exec(String(answer.headers['link'] ?? ''))?.[1];
  }
  expect(seen).toEqual(Array.from({ length: 6 }, () => 'payment.completed'));
  const unread = await client.call(listNotifications, { query: { unread: 'true' } });
  expect(unread.body).toMatchObject({ unread: 1, notifications: [{ kind: 'payment.completed' }] });
  expect((await client.request('GET', '/api/notifications?cursor=nonsense')).status).toBe(400);
});
