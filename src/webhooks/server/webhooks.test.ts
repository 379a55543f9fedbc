import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR } from '#kernel/time.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { transact } from '#platform/server/db/transact.ts';
import {
  createWebhook,
  deleteWebhook,
  listOwnWebhooks,
  MAX_WEBHOOKS,
  replaceWebhookSecret,
  sendTestEvent,
  updateWebhook,
} from '../contract.ts';
import { eraseWebhooks, undoWebhooks } from './account-service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ listens: false });
});
afterAll(() => app.close());

// An address, so that no name has to be resolved.
const URL_OF_PROGRAM = 'https://8.8.8.8/hook';
const create = (client: Client, url = URL_OF_PROGRAM) =>
  client.call(createWebhook, { body: { url, events: ['proof.submitted', 'proof.submitted'] } });
const list = async (client: Client) => (await succeed(client.call(listOwnWebhooks))).webhooks;

it('shows the secret once, and changes events and state', async () => {
  const owner = await app.signIn('advertiser');
  const { status, body } = await create(owner);
  expect(status).toBe(201);
  expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  expect(await list(owner)).toEqual([
    {
      id: body.webhook.id,
      url: URL_OF_PROGRAM,
      events: ['proof.submitted'],
      disabledReason: null,
      failingSince: null,
      formerSecretUntil: null,
      createdAt: app.clock.now().toISOString(),
    },
  ]);
  const params = { id: body.webhook.id };
  const change = (changes: object) => succeed(owner.call(updateWebhook, { params, body: changes }));
  expect(await change({ isEnabled: false })).toMatchObject({ disabledReason: 'owner' });
  expect(await change({ events: ['dispute.opened'] })).toMatchObject({
    events: ['dispute.opened'],
    disabledReason: 'owner',
  });
  expect(await change({ isEnabled: true })).toMatchObject({ disabledReason: null });
  await succeed(owner.call(deleteWebhook, { params }));
  expect((await owner.call(deleteWebhook, { params })).error.code).toBe('webhook/not-found');
  expect(await list(owner)).toEqual([]);
});

it('is created only by a recent session, and never by a demo account', async () => {
  const demo = await app.signIn('advertiser', 'advertiser@demo.promenade.test');
  expect((await create(demo)).error.code).toBe('webhook/of-demo');
  const owner = await app.signIn('marketer');
  const { id } = (await create(owner)).body.webhook;
  app.clock.advance(HOUR);
  expect((await create(owner)).error.code).toBe('auth/recent-required');
  const answer = await owner.call(replaceWebhookSecret, { params: { id } });
  expect(answer.error.code).toBe('auth/recent-required');
});

it('allows ten for each user, also if they are created at the same moment', async () => {
  const owner = await app.signIn('marketer');
  const answers = await Promise.all(Array.from({ length: MAX_WEBHOOKS + 2 }, () => create(owner)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_WEBHOOKS);
  expect(answers.find(({ status }) => status !== 201)?.error.code).toBe('webhook/too-many');
});

it.each([
  ['plain http', 'http://example.com/hook'],
  ['this machine', 'https://127.0.0.1/hook'],
  ['this machine by its name', 'https://localhost/hook'],
  ['a private network', 'https://10.0.0.1/hook'],
  ['the metadata service', 'https://169.254.169.254/latest'],
  ['the network of a provider', 'https://100.64.0.1/hook'],
  ['an IPv4 address inside IPv6', 'https://[::ffff:10.0.0.1]/hook'],
  ['an IPv4 address behind NAT64', 'https://[64:ff9b::a00:1]/hook'],
  ['a unique local address', 'https://[fd00::1]/hook'],
  ['multicast', 'https://224.0.0.1/hook'],
  ['another port', 'https://8.8.8.8:22/hook'],
  ['a password', 'https://user:secret@8.8.8.8/hook'],
])('refuses %s, and stores nothing', async (_, url) => {
  const owner = await app.signIn('marketer');
  const answer = await create(owner, url);
  expect([answer.status, answer.error.code]).toEqual([422, 'webhook/address']);
  expect(await list(owner)).toEqual([]);
});

it('accepts port 8443', async () => {
  expect((await create(await app.signIn('marketer'), 'https://8.8.8.8:8443/hook')).status).toBe(201);
});

it('ends with the account, and with a change of its type', async () => {
  for (const end of [eraseWebhooks, undoWebhooks]) {
    const owner = await app.signIn('marketer');
    const { id } = (await create(owner)).body.webhook;
    await succeed(owner.call(sendTestEvent, { params: { id } }));
    await transact(app.deps.db, async (tx) => {
      await end(tx, app.deps, owner.userId);
    });
    expect(await list(owner)).toEqual([]);
    const { rows } = await app.database.asOwner(
      'select 1 from outgoing_webhook_delivery where webhook_id = $1',
      [id],
    );
    expect(rows).toEqual([]);
  }
});
