import { createHmac } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { fillPath } from '#kernel/endpoint.ts';
import { addMilliseconds, DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { listNotifications } from '#notifications/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { PATIENCE_MS } from '#tests/support/patience.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts';
import {
  createWebhook,
  listOwnWebhooks,
  listWebhookDeliveries,
  replaceWebhookSecret,
  replayWebhookDelivery,
  sendTestEvent,
  updateWebhook,
  type WebhookDelivery,
  webhookEvents,
} from '../contract.ts';
import { callEffects } from './call-effects.ts';

let app: TestApp;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  app = await testApp({ settings: { WEBHOOK_LOOPBACK: 'allowed' } });
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

let owner: Client;
beforeEach(async () => {
  owner = await app.signIn('marketer');
  receiver.received.length = 0;
  answerWith(204);
});

/** Deliveries of earlier tests may still be retried. */
const receivedAt = (path: string) => receiver.received.filter((call) => call.path === `/${path}`);

const answerWith = (status: number, headers = {}) => {
  receiver.answer = (response) => response.writeHead(status, headers).end();
};

const create = (path: string, client = owner) =>
  succeed(
    client.call(createWebhook, { body: { url: `${receiver.origin}/${path}`, events: [...webhookEvents] } }),
  );
const sendTest = (id: string) => succeed(owner.call(sendTestEvent, { params: { id } }));
/** Sends an event that is retried, unlike a test event. */
async function send(webhookId: string): Promise<WebhookDelivery> {
  const delivery = await sendTest(webhookId);
  await app.database.asOwner("update outgoing_webhook_delivery set type = 'proof.submitted' where id = $1", [
    delivery.id,
  ]);
  return delivery;
}
const log = (id: string) => succeed(owner.call(listWebhookDeliveries, { params: { id } }));
const findDelivery = async (webhookId: string, id: string) =>
  (await log(webhookId)).find((each) => each.id === id);
const find = async (id: string) =>
  (await succeed(owner.call(listOwnWebhooks))).webhooks.find((it) => it.id === id);

function sign(secret: string, { headers, body }: WebhookReceiver['received'][number]): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

it('signs a call as the specification says, and logs it', async () => {
  const { secret, webhook } = await create('signed');
  const { id } = await sendTest(webhook.id);
  await app.runDue();
  const [call, ...others] = receivedAt('signed');
  if (!call) throw new Error('nothing arrived');
  expect(others).toEqual([]);
  expect(call.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(app.clock.now().getTime() / SECOND),
    'webhook-signature': sign(secret, call),
  });
  expect(JSON.parse(call.body)).toEqual({
    type: 'webhook.test',
    timestamp: app.clock.now().toISOString(),
    data: { webhookId: webhook.id },
  });
  expect(await log(webhook.id)).toEqual([
    {
      id,
      type: 'webhook.test',
      state: 'delivered',
      createdAt: app.clock.now().toISOString(),
      failures: 0,
      nextAt: null,
      lastAt: app.clock.now().toISOString(),
      lastStatus: 204,
      lastMs: expect.any(Number),
      problem: null,
    } satisfies WebhookDelivery,
  ]);
});

it('calls once for a test event', async () => {
  const { webhook } = await create('test');
  answerWith(500);
  await sendTest(webhook.id);
  await app.runDue();
  expect(await log(webhook.id)).toMatchObject([{ state: 'failed', failures: 1, nextAt: null }]);
  expect(await find(webhook.id)).toMatchObject({ disabledReason: null });
});

it('stores the secret sealed, and signs with the former one for 24 hours', async () => {
  const { secret, webhook } = await create('rotated');
  const params = { id: webhook.id };
  const changed = await succeed(owner.call(replaceWebhookSecret, { params }));
  const until = addMilliseconds(app.clock.now(), DAY);
  expect(changed.webhook.formerSecretUntil).toBe(until.toISOString());
  const { rows } = await app.database.asOwner('select * from outgoing_webhook where id = $1', [webhook.id]);
  for (const each of [secret, changed.secret]) expect(JSON.stringify(rows)).not.toContain(each.slice(6));
  await send(webhook.id);
  await app.runDue();
  app.clock.set(until);
  owner = await app.signIn('marketer', owner.email);
  await send(webhook.id);
  await app.runDue();
  const [both, last] = receivedAt('rotated');
  if (!both || !last) throw new Error('two calls were expected');
  expect(both.headers['webhook-signature']).toBe(`${sign(changed.secret, both)} ${sign(secret, both)}`);
  expect(last.headers['webhook-signature']).toBe(sign(changed.secret, last));
});

it('fails in the log if the secret was sealed with another key, until there is a new one', async () => {
  const { webhook } = await create('lost-key');
  const other = await create('other');
  await app.database.asOwner(
    `update outgoing_webhook set sealed_secret = (select sealed_secret from outgoing_webhook where id = $2)
      where id = $1`,
    [webhook.id, other.webhook.id],
  );
  const { id } = await send(webhook.id);
  await app.runDue();
  expect(await findDelivery(webhook.id, id)).toMatchObject({
    state: 'failed',
    problem: 'secret',
    lastAt: null,
  });
  const { secret } = await succeed(owner.call(replaceWebhookSecret, { params: { id: webhook.id } }));
  await succeed(owner.call(replayWebhookDelivery, { params: { id } }));
  await app.runDue();
  const [call] = receivedAt('lost-key');
  if (!call) throw new Error('nothing arrived');
  expect(call.headers['webhook-signature']).toBe(sign(secret, call));
});

it('retries with the same id and body, then turns the webhook off and tells its owner', async () => {
  const { webhook } = await create('down');
  answerWith(500);
  const { id } = await send(webhook.id);
  await app.runDue();
  const waits = [
    5 * SECOND,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
  ];
  for (const [index, wait] of waits.entries()) {
    expect(receivedAt('down')).toHaveLength(index + 1);
    const nextAt = addMilliseconds(app.clock.now(), wait);
    owner = await app.signIn('marketer', owner.email);
    expect((await log(webhook.id))[0]).toMatchObject({
      state: 'waiting',
      failures: index + 1,
      nextAt: nextAt.toISOString(),
      lastStatus: 500,
      problem: 'status',
    });
    app.clock.set(addMilliseconds(nextAt, -1));
    await app.runDue();
    expect(receivedAt('down')).toHaveLength(index + 1);
    // The sweep looks once a minute for calls that the outbox does not keep.
    app.clock.set(addMilliseconds(nextAt, MINUTE));
    await app.runDue();
  }
  expect(receivedAt('down')).toHaveLength(waits.length + 1);
  expect(new Set(receivedAt('down').map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]));
  expect(new Set(receivedAt('down').map(({ body }) => body)).size).toBe(1);
  owner = await app.signIn('marketer', owner.email);
  expect((await log(webhook.id))[0]).toMatchObject({ state: 'failed', failures: 10, nextAt: null });
  expect(await find(webhook.id)).toMatchObject({ disabledReason: 'failing' });
  const { notifications } = await succeed(owner.call(listNotifications));
  expect(notifications.map(({ kind }) => kind)).toContain('webhook.turned-off');
  await app.runDue();
  expect((await app.lastMail(owner.email)).subject).toContain('A webhook was turned off: 127.0.0.1');
});

it('does not turn a webhook off that accepted an event in between', async () => {
  const { webhook } = await create('flaky');
  receiver.answer = (response) => response.writeHead(500).end();
  const { id } = await send(webhook.id);
  for (const wait of [0, 5 * SECOND, 5 * MINUTE]) {
    app.clock.advance(wait);
    await app.runDue();
  }
  answerWith(200);
  await send(webhook.id);
  await app.runDue();
  expect(await find(webhook.id)).toMatchObject({ failingSince: null, disabledReason: null });
  app.clock.advance(30 * MINUTE);
  await app.runDue();
  expect(await findDelivery(webhook.id, id)).toMatchObject({ state: 'delivered', failures: 3 });
});

it('turns a webhook off at once if it answers 410, with all that waits', async () => {
  const { webhook } = await create('gone');
  answerWith(500);
  await send(webhook.id);
  await app.runDue();
  answerWith(410);
  await send(webhook.id);
  await app.runDue();
  expect(await find(webhook.id)).toMatchObject({ disabledReason: 'gone' });
  const ends = (await log(webhook.id)).map(({ state, problem }) => `${state}: ${problem}`);
  expect(ends.toSorted()).toEqual(['failed: disabled', 'failed: status']);
  const refused = await owner.call(sendTestEvent, { params: { id: webhook.id } });
  expect(refused.error.code).toBe('webhook/disabled');
  app.clock.advance(HOUR);
  await app.runDue();
  expect(receivedAt('gone')).toHaveLength(2);
});

it('replays a delivery with the same id and body, once for two calls at once', async () => {
  const { webhook } = await create('replayed');
  answerWith(500);
  const { id } = await send(webhook.id);
  await app.runDue();
  answerWith(200);
  const replay = () => owner.call(replayWebhookDelivery, { params: { id } });
  const answers = await Promise.all([replay(), replay()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  await app.runDue();
  const [first, second, ...others] = receivedAt('replayed');
  expect(others).toEqual([]);
  expect(second?.body).toBe(first?.body);
  expect(second?.headers['webhook-id']).toBe(id);
  // The retry that waited in the outbox no longer counts.
  app.clock.advance(HOUR);
  await app.runDue();
  expect(receivedAt('replayed')).toHaveLength(2);
  expect(await log(webhook.id)).toMatchObject([{ id, state: 'delivered', failures: 0 }]);
});

it('sends again with the same id after a crash between the call and its record', async () => {
  const { webhook } = await create('crashed');
  const { id } = await send(webhook.id);
  const { rows } = await app.database.asOwner(
    `update outbox set state = 'sent', attempts = 1, first_sent_at = created_at, next_at = now() - interval '1 second'
      where ref like $1 returning *`,
    [`${id}:%`],
  );
  const [row] = rows;
  const handler = callEffects(app.deps).find(({ kind }) => kind === row?.['kind']);
  await handler?.perform(row?.['payload'], {
    ref: String(row?.['ref']),
    requestId: id,
    firstSentAt: app.clock.now(),
    mayHaveBeenSent: false,
    attempts: 1,
    signal: AbortSignal.timeout(MINUTE),
  });
  expect(receivedAt('crashed')).toHaveLength(1);
  await app.runDue();
  expect(receivedAt('crashed').map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
  expect(await log(webhook.id)).toMatchObject([{ id, state: 'delivered' }]);
});

it('follows no redirect', async () => {
  const { webhook } = await create('moved');
  answerWith(307, { location: `${receiver.origin}/elsewhere` });
  await send(webhook.id);
  await app.runDue();
  expect(receiver.received.map(({ path }) => path)).not.toContain('/elsewhere');
  expect(await log(webhook.id)).toMatchObject([{ state: 'waiting', lastStatus: 307, problem: 'redirect' }]);
});

it('does not call an address that has become private, and reads no endless response', async () => {
  const { webhook } = await create('private');
  receiver.answer = (response) => {
    response.writeHead(200);
    response.write('x'.repeat(100_000));
  };
  await send(webhook.id);
  await app.runDue();
  expect(await log(webhook.id)).toMatchObject([{ state: 'delivered', lastStatus: 200 }]);
  await app.database.asOwner(
    "update outgoing_webhook set url = 'https://receiver.example.com/' where id = $1",
    [webhook.id],
  );
  vi.spyOn(Resolver.prototype, 'resolve4').mockResolvedValue(['10.0.0.1']);
  vi.spyOn(Resolver.prototype, 'resolve6').mockRejectedValue(new Error('no address'));
  const { id } = await send(webhook.id);
  await app.runDue();
  expect(await findDelivery(webhook.id, id)).toMatchObject({
    state: 'waiting',
    lastStatus: null,
    problem: 'address',
  });
  vi.restoreAllMocks();
});

it('does not let a slow receiver delay another one', async () => {
  const [slow, quick] = [await create('slow'), await create('quick')];
  await send(quick.webhook.id);
  await app.runDue();
  const held: (() => void)[] = [];
  receiver.answer = (response, { path }) => {
    if (path === '/slow') held.push(() => response.writeHead(200).end());
    else response.writeHead(200).end();
  };
  receiver.received.length = 0;
  for (let count = 0; count < 6; count += 1) await send(slow.webhook.id);
  const { id } = await send(quick.webhook.id);
  const running = app.runDue();
  // All four slots of the slow lane wait for an answer.
  await vi.waitUntil(() => held.length === 4, PATIENCE_MS);
  await vi.waitUntil(
    async () => (await findDelivery(quick.webhook.id, id))?.state === 'delivered',
    PATIENCE_MS,
  );
  expect((await log(slow.webhook.id)).every(({ state }) => state === 'waiting')).toBe(true);
  receiver.answer = (response) => response.writeHead(200).end();
  for (const release of held) release();
  await running;
  expect((await log(slow.webhook.id)).map(({ state }) => state)).toEqual(Array(6).fill('delivered'));
});

it('gets nothing while it is off or its owner is suspended, and the log says so', async () => {
  const { webhook } = await create('off');
  const params = { id: webhook.id };
  await send(webhook.id);
  await succeed(owner.call(updateWebhook, { params, body: { isEnabled: false } }));
  await app.runDue();
  expect(await log(webhook.id)).toMatchObject([{ state: 'failed', problem: 'disabled', lastAt: null }]);
  await succeed(owner.call(updateWebhook, { params, body: { isEnabled: true } }));
  const { id } = await send(webhook.id);
  await app.database.asOwner('update account set suspended_at = now() where id = $1', [owner.userId]);
  await app.runDue();
  await app.database.asOwner('update account set suspended_at = null where id = $1', [owner.userId]);
  expect(await findDelivery(webhook.id, id)).toMatchObject({ state: 'failed', problem: 'suspended' });
  expect(receivedAt('off')).toEqual([]);
});

it('pages through the log, newest first, and deletes it after 30 days', async () => {
  const { webhook } = await create('paged');
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    ids.unshift((await send(webhook.id)).id);
    app.clock.advance(SECOND);
  }
  await app.runDue();
  const url = `${fillPath(listWebhookDeliveries.path, { id: webhook.id })}?limit=2`;
  const page = await owner.call(listWebhookDeliveries, { params: { id: webhook.id }, query: { limit: 2 } });
  expect(page.body.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const next = /<([^>]+)>; rel="next"/.exec(String(page.headers['link']))?.[1] ?? '';
  expect(next.startsWith(url)).toBe(true);
  expect((await owner.request('GET', next)).body).toMatchObject([{ id: ids[2] }]);
  app.clock.advance(31 * DAY);
  await app.runDue();
  owner = await app.signIn('marketer', owner.email);
  expect(await log(webhook.id)).toEqual([]);
});
