import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { signOut } from '#auth/contract.ts';
import { msg } from '#kernel/text.ts';
import { addMilliseconds, HOUR, MINUTE } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { setNotificationChoice } from '../../choices-contract.ts';
import { deletePushSubscription, getPushKey, savePushSubscription } from '../../push-contract.ts';
import { setNotificationSchedule } from '../../schedule-contract.ts';
import { notify } from '../service.ts';
import { pushEffects } from './push-effects.ts';

let app: TestApp;
let service: Server;
let origin: string;
let status = 201;
const received: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = [];
beforeAll(async () => {
  service = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(status, { connection: 'close' }).end();
  });
  await new Promise<void>((resolve) => {
    service.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  app = await testApp({ settings: { PUSH_LOOPBACK: 'allowed' } });
});
afterEach(() => {
  status = 201;
  received.length = 0;
});
afterAll(async () => {
  await app.close();
  await new Promise((resolve) => service.close(resolve));
});

let reader: Client;
beforeEach(async () => {
  reader = await app.signIn('marketer');
});

function createBrowser(path: string) {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const secret = randomBytes(16);
  const keys = { p256dh: pair.getPublicKey('base64url'), auth: secret.toString('base64url') };
  const hkdf = (input: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', input, salt, info, length));
  return {
    subscription: { endpoint: `${origin}/${path}`, keys },
    /** As a browser does (RFC 8291). */
    decrypt(body: Buffer): unknown {
      const [salt, serverKey] = [body.subarray(0, 16), body.subarray(21, 86)];
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), serverKey]);
      const input = hkdf(pair.computeSecret(serverKey), secret, info, 32);
      const key = hkdf(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = hkdf(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(body.subarray(-16));
      const content = Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()]);
      return JSON.parse(content.subarray(0, -1).toString());
    },
  };
}

let facts = 0;
async function tell(client: Client, text = msg('It has arrived.')) {
  facts += 1;
  await transact(app.deps.db, (tx) =>
    notify(tx, app.deps, client.userId, {
      kind: 'payment.completed',
      ref: `fact-${facts}`,
      title: msg('$40.00 is in your wallet'),
      text,
      href: '/payments',
      isMailed: true,
    }),
  );
  await app.runDue();
}
const countSubscriptions = async () =>
  (
    await app.database.asOwner('select count(*)::int as n from push_subscription where account_id = $1', [
      reader.userId,
    ])
  ).rows[0]?.['n'];

it('sends an encrypted message, signed with the key that browsers subscribe with', async () => {
  const { publicKey } = (await reader.call(getPushKey)).body;
  const browser = createBrowser('one');
  expect((await reader.call(savePushSubscription, { body: browser.subscription })).status).toBe(200);
  expect((await reader.call(savePushSubscription, { body: browser.subscription })).status).toBe(200);
  await tell(reader);
  const [message, ...others] = received;
  expect(others).toEqual([]);
  expect(message?.path).toBe('/one');
  expect(message?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
  expect(browser.decrypt(message?.body ?? Buffer.alloc(0))).toMatchObject({
    title: '$40.00 is in your wallet',
    text: 'It has arrived.',
    href: '/payments',
  });
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(message?.headers.authorization ?? '') ?? [];
  expect(key).toBe(publicKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey ?? '', 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  expect(isSigned).toBe(true);
  const { aud, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  expect(aud).toBe(origin);
  expect(exp * 1000).toBeLessThanOrEqual(app.clock.now().getTime() + 24 * HOUR);
  const { rows } = await app.database.asOwner("select payload::text from outbox where kind like 'push.%'");
  expect(JSON.stringify(rows)).not.toMatch(/wallet|arrived/);
});

it('shortens a long text to what a push service accepts', async () => {
  const browser = createBrowser('long');
  await reader.call(savePushSubscription, { body: browser.subscription });
  await tell(reader, msg('{text}', { text: 'ü'.repeat(5000) }));
  expect(received[0]?.body.length).toBeLessThanOrEqual(4096);
  expect(browser.decrypt(received[0]?.body ?? Buffer.alloc(0))).toMatchObject({
    text: `${'ü'.repeat(300)}…`,
  });
});

it.each([404, 410])('forgets a browser when its service answers %i', async (gone) => {
  await reader.call(savePushSubscription, { body: createBrowser(`gone-${gone}`).subscription });
  status = gone;
  await tell(reader);
  expect(await countSubscriptions()).toBe(0);
});

it('tries again if the service fails, and gives up in the end', async () => {
  await reader.call(savePushSubscription, { body: createBrowser('busy').subscription });
  status = 503;
  await tell(reader);
  expect(received).toHaveLength(1);
  status = 201;
  app.clock.advance(HOUR);
  await app.runDue();
  expect(received).toHaveLength(2);
  status = 503;
  await tell(reader);
  for (let tries = 0; tries < 8; tries += 1) {
    app.clock.advance(HOUR);
    await app.runDue();
  }
  expect(received).toHaveLength(2 + 8);
  expect(await countSubscriptions()).toBe(1);
  const { rows } = await app.database.asOwner(
    "select state from outbox where kind like 'push.%' and state <> 'done'",
  );
  expect(rows).toEqual([]);
});

it('keeps a message only until its deadline, and never sends it later', async () => {
  await reader.call(savePushSubscription, { body: createBrowser('urgent').subscription });
  status = 503;
  await transact(app.deps.db, (tx) =>
    notify(tx, app.deps, reader.userId, {
      kind: 'tracking.spot-check',
      ref: 'check',
      title: msg('Take a photo now: Walk'),
      text: msg('Open the campaign.'),
      href: '/campaigns',
      isMailed: false,
      deadline: addMilliseconds(app.clock.now(), 10 * MINUTE),
    }),
  );
  await app.runDue();
  expect(received.map(({ headers }) => headers['ttl'])).toEqual(['600']);
  status = 201;
  app.clock.advance(10 * MINUTE);
  await app.runDue();
  expect(received).toHaveLength(1);
});

it('ends with the sign-in, and when the browser unsubscribes', async () => {
  const { subscription } = createBrowser('leaving');
  await reader.call(savePushSubscription, { body: subscription });
  await reader.call(deletePushSubscription, { body: { endpoint: subscription.endpoint } });
  await tell(reader);
  await reader.call(savePushSubscription, { body: subscription });
  await reader.call(signOut);
  await tell(reader);
  expect(received).toEqual([]);
});

it('moves with a browser to the user who signs in there next', async () => {
  const { subscription } = createBrowser('shared');
  const next = await app.signIn('marketer');
  await reader.call(savePushSubscription, { body: subscription });
  await next.call(savePushSubscription, { body: subscription });
  await tell(reader);
  expect(received).toEqual([]);
  await tell(next);
  expect(received).toHaveLength(1);
});

it('follows the choice for the topic, and waits during quiet hours', async () => {
  await reader.call(savePushSubscription, { body: createBrowser('quiet').subscription });
  await reader.call(setNotificationChoice, { body: { topic: 'money', isPushed: false } });
  await tell(reader);
  expect(received).toEqual([]);
  await reader.call(setNotificationChoice, { body: { topic: 'money', isPushed: true } });
  const hour = (hours: number) =>
    `${String((app.clock.now().getUTCHours() + hours) % 24).padStart(2, '0')}:00`;
  const quietHours = { from: hour(0), until: hour(2) };
  await reader.call(setNotificationSchedule, { body: { timeZone: 'UTC', quietHours, digestHour: null } });
  await tell(reader);
  expect(received).toEqual([]);
  app.clock.advance(2 * HOUR);
  await app.runDue();
  expect(received).toHaveLength(1);
});

it.each([
  ['a private address', 'https://10.0.0.1/push', 'push/address'],
  ['the metadata service', 'https://169.254.169.254/latest', 'push/address'],
  ['a name of this machine', 'https://localhost/push', 'push/address'],
  ['plain http', 'http://push.example.com/x', 'push/address'],
])('refuses %s clearly, and nothing changes', async (_, endpoint, code) => {
  const { keys } = createBrowser('x').subscription;
  const answer = await reader.call(savePushSubscription, { body: { endpoint, keys } });
  expect(answer.status).toBe(422);
  expect(answer.error.code).toBe(code);
  expect(await countSubscriptions()).toBe(0);
});

it('has one lane per service', () => {
  expect(new Set(pushEffects(app.deps).map(({ lane }) => lane.name)).size).toBe(5);
});

it('refuses keys that no browser has', async () => {
  const { endpoint, keys } = createBrowser('x').subscription;
  const p256dh = Buffer.alloc(65, 4).toString('base64url');
  const answer = await reader.call(savePushSubscription, { body: { endpoint, keys: { ...keys, p256dh } } });
  expect(answer.error.code).toBe('push/key');
  expect(await countSubscriptions()).toBe(0);
});

it('never calls an address that has become private', async () => {
  await reader.call(savePushSubscription, { body: createBrowser('moved').subscription });
  await app.database.asOwner(
    "update push_subscription set endpoint = 'https://localhost/moved' where account_id = $1",
    [reader.userId],
  );
  await tell(reader);
  expect(received).toEqual([]);
  expect(await countSubscriptions()).toBe(0);
});
