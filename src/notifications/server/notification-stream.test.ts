import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { apply } from '#applications/contract.ts';
import { msg } from '#kernel/text.ts';
import { sendMessage } from '#messages/contract.ts';
import { transact } from '#platform/server/db/transact.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import type { Answer } from '#tests/support/client.ts';
import { succeed } from '#tests/support/client.ts';
import { EventReader } from '#tests/support/event-stream.ts';
import { readyMarketer } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
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

/** The server may push a number twice, because a note of the live bus may arrive twice. */
async function nextUnread(stream: EventReader<typeof streamNotifications>, unread: number): Promise<void> {
  while ((await stream.next('changed')).unread !== unread);
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
      title: msg(kind === 'payment.completed' ? '$40.00 is in your wallet' : 'You have a place: Harbor walk'),
      text: msg('It has arrived.'),
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
  await nextUnread(stream, 1);
  await reader.call(markNotificationsRead, { body: { all: true } });
  await nextUnread(stream, 0);
  await tell(reader, 'one');
  await tell(reader, 'two');
  await nextUnread(stream, 1);
  expect((await reader.call(listNotifications)).body.unread).toBe(1);
  expect(other.events.filter(({ name }) => name === 'changed')).toHaveLength(1);
});

it('pushes that a conversation changed to both sides, and to no one else', async () => {
  const advertiser = await app.signIn('advertiser');
  const { id: campaignId } = await fundedCampaign(app, advertiser);
  const marketer = await readyMarketer(app);
  const { id } = await succeed(marketer.call(apply, { body: { campaignId } }));
  const streams = await Promise.all([advertiser, marketer, reader].map((client) => openStream(client)));
  for (const stream of streams) await stream.next('messages');
  const body = { id: randomUUID(), text: 'Is parking free?' };
  await succeed(marketer.call(sendMessage, { params: { id }, body }));
  for (const stream of streams.slice(0, 2)) expect(await stream.next('messages')).toBe(0);
  const other = streams[2] as (typeof streams)[number];
  await tell(reader, 'three');
  await nextUnread(other, 2);
  expect(other.events.filter(({ name }) => name === 'messages')).toHaveLength(1);
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
