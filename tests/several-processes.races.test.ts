/** A web process and a worker process on one database, with a wallet and a mail server outside both. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { simulatorWebhookId } from '@promenade/wallet-simulator';
import { createAccessToken, revokeAccessToken } from '#auth/access-token-contract.ts';
import { listPayments } from '#payments/contract.ts';
import { MINUTE } from '#kernel/time.ts';
import { listNotifications } from '#notifications/contract.ts';
import { decideProof } from '#proofs/contract.ts';
import { DrivenClock, type TestApp, testApp } from './support/app.ts';
import { Client, succeed } from './support/client.ts';
import { openBeside, serverDatabase, type TestDatabase } from './support/databases/database.ts';
import { startMailServer } from './support/mail-server.ts';
import { PATIENCE_MS, STORY_LIMIT_MS } from './support/patience.ts';
import { makePayable } from './support/people/identity-check.ts';
import { sendPost, socialWork } from './support/people/social-work.ts';
import { startSimulator, testCredentials } from './support/wallet/simulator.ts';

const clock = new DrivenClock();
let database: TestDatabase;
let wallet: Awaited<ReturnType<typeof startSimulator>>;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let web: TestApp;
let otherWeb: TestApp;
let worker: TestApp;

beforeAll(async () => {
  const own = await serverDatabase({ poolSize: 3 });
  database = own;
  mailServer = await startMailServer();
  wallet = await startSimulator({
    clock,
    webhookUrl: () => `${web.deps.ports.getListeningAddress()}/paypal/webhook`,
  });
  const settings = {
    DATABASE_URL: own.url,
    PUBLIC_URL: 'http://localhost:3000',
    SMTP_URL: mailServer.url,
    POST_CHECKS: 'off',
    LIMITS: 'sign-in-address=5/1h',
    METRICS_PORT: '0',
    SECRET_KEY: 'ab'.repeat(32),
    KYC_KEY: 'cd'.repeat(32),
    WALLET_BASE_URL: wallet.url,
    WALLET_CLIENT_ID: testCredentials.clientId,
    WALLET_CLIENT_SECRET: testCredentials.clientSecret,
    WALLET_WEBHOOK_ID: simulatorWebhookId,
  };
  const open = async (role: string) => {
    const beside = { ...database, ...(await openBeside(own.url, 3)) };
    return testApp({ database: beside, clock, settings: { ...settings, PROMENADE_ROLE: role } });
  };
  [web, otherWeb, worker] = [await open('web'), await open('web'), await open('worker')];
}, STORY_LIMIT_MS);
afterAll(async () => {
  for (const app of [web, otherWeb, worker]) {
    await app.close();
    await app.database.close();
  }
  await wallet.close();
  await mailServer.close();
  await database.close();
});

async function countByState(): Promise<Record<string, number>> {
  const { rows } = await database.asOwner('select state, count(*)::int as n from outbox group by state');
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

test(
  'the web process leaves work to the worker, which notifies, mails, and pays',
  { timeout: STORY_LIMIT_MS },
  async () => {
    const site = { ...web, runDue: worker.runDue };
    const advertiser = await web.signIn('advertiser');
    const request = advertiser.request.bind(advertiser);
    const walletVisitor = new Client({ ...web, http: wallet.app });
    advertiser.request = (method, url, ...rest) =>
      url.startsWith(wallet.url)
        ? walletVisitor.request(method, url, ...rest)
        : request(method, url, ...rest);
    const { campaign, holders } = await socialWork(site, advertiser, { places: 1, holders: 1 });
    const [marketer] = holders;
    if (!marketer) throw new Error('there is no marketer with the place');
    await makePayable(site, await web.signIn('marketer', marketer.email));
    await worker.runDue();
    // Twice, which throws if it started the work.
    web.worker.start();
    web.worker.start();
    const { done } = await countByState();

    const id = await sendPost(marketer, campaign.id);
    await succeed(advertiser.call(decideProof, { params: { id }, body: { status: 'approved' } }));
    const waiting = await countByState();
    expect(waiting).toEqual({ done, ready: expect.any(Number) });

    mailServer.received.length = 0;
    worker.worker.start();
    const payments = async () => {
      clock.advance(MINUTE);
      return (await succeed(marketer.call(listPayments))).map(({ status }) => status);
    };
    await expect.poll(payments, { timeout: STORY_LIMIT_MS }).toEqual(['completed']);
    const { notifications } = await succeed(marketer.call(listNotifications));
    expect(notifications.map(({ kind }) => kind)).toContain('proof.approved');
    const isToMarketer = () =>
      mailServer.received.some(({ recipients }) => recipients.join().includes(marketer.email));
    await expect.poll(isToMarketer, { timeout: PATIENCE_MS }).toBe(true);
  },
);

test('an access token that one web process revokes is refused by the next call to the other', async () => {
  const marketer = await web.signIn('marketer');
  const { token, accessToken } = await succeed(
    marketer.call(createAccessToken, {
      body: { name: 'Payroll', scopes: ['payments:read'], expiresInDays: 30 },
    }),
  );
  const read = async ({ http }: TestApp) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await http.inject({ url: listPayments.path, headers })).statusCode;
  };
  expect([await read(web), await read(otherWeb)]).toEqual([200, 200]);
  await succeed(marketer.call(revokeAccessToken, { params: { id: accessToken.id } }));
  expect([await read(otherWeb), await read(web)]).toEqual([401, 401]);
});

test('the worker answers only questions about its health, and both say their role', async () => {
  for (const [app, role] of [
    [web, 'web'],
    [worker, 'worker'],
  ] as const) {
    expect((await app.http.inject({ url: '/healthz' })).statusCode).toBe(200);
    expect((await app.http.inject({ url: '/readyz' })).json()).toMatchObject({ status: 'ready', role });
    const metrics = await fetch(`${app.getMetricsAddress()}/metrics`);
    expect(await metrics.text()).toContain(`promenade_process_info{role="${role}"} 1`);
  }
  for (const url of ['/', '/api/config', '/api/campaigns', '/robots.txt', '/api/docs']) {
    expect([url, (await worker.http.inject({ url })).statusCode]).toEqual([url, 404]);
  }
  expect((await worker.http.inject({ method: 'POST', url: '/paypal/webhook' })).statusCode).toBe(404);
  expect((await web.http.inject({ url: '/api/config' })).statusCode).toBe(200);
});

test('two web processes together mail as many codes as one', async () => {
  const statuses: number[] = [];
  for (let call = 0; call < 8; call += 1) {
    const visitor = (call % 2 ? web : otherWeb).visitor();
    const body = { email: 'ada@promenade.test', userType: 'marketer' };
    statuses.push((await visitor.request('POST', '/auth/email', body)).status);
  }
  expect(statuses.filter((status) => status < 300)).toHaveLength(5);
  expect(statuses.slice(5)).toEqual([429, 429, 429]);
});
