/** Builds the demo world on a fresh database, and checks it as the three demo accounts see it. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listApplications } from '#applications/contract.ts';
import { getCurrentUser, signInAsDemo } from '#auth/contract.ts';
import { type Campaign, listCampaigns, listOwnCampaigns } from '#campaigns/contract.ts';
import { getEscrowStatus } from '#campaigns/funding-contract.ts';
import { listDisputes } from '#disputes/contract.ts';
import { fromDecimal } from '#kernel/money.ts';
import { MINUTE } from '#kernel/time.ts';
import { listKyc } from '#kyc/contract.ts';
import { seedDemoWorld } from '#main/seed/demo-world.ts';
import { listNotifications } from '#notifications/contract.ts';
import { listStuckMoney } from '#payments/admin-contract.ts';
import { getTrialBalance, listPayments } from '#payments/contract.ts';
import { getPublicConfig, PublicConfig } from '#platform/config-contract.ts';
import { readConfig } from '#platform/server/settings/config.ts';
import { listProofs } from '#proofs/contract.ts';
import { listWeakProofs } from '#proofs/weak-contract.ts';
import { getTeam } from '#teams/contract.ts';
import { getPresence, startSession } from '#tracking/contract.ts';
import { type Client, DrivenClock, type TestApp, testApp } from './support/app.ts';
import { succeed } from './support/client.ts';
import { freshDatabase, type TestDatabase } from './support/databases/database.ts';
import { scannedLog } from './support/scans/log-scan.ts';
import { STORY_LIMIT_MS } from './support/patience.ts';
import { seedSettings } from './support/seed-settings.ts';

interface Books {
  balance: string;
  orders: { status: string }[];
  captures: { status: string; amount: string }[];
  payouts: { status: string; amount: string; senderItemId: string }[];
}

let dataDir: string;
let database: TestDatabase;
let app: TestApp;

/** What a browser gets from the app in the middle of the seeding. */
interface Glimpse {
  page: string;
  percent: number | null;
  signIn: number;
}
let glimpse: Promise<Glimpse> | undefined;

async function look(address: string): Promise<Glimpse> {
  const page = await fetch(address, { headers: { accept: 'text/html' } });
  const config = PublicConfig.parse(await (await fetch(`${address}/api/config`)).json());
  const signIn = await fetch(`${address}/auth/demo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: '{"account":"admin"}',
  });
  return { page: await page.text(), percent: config.demoWorldPercent, signIn: signIn.status };
}

/** Stops a first attempt halfway, so that two attempts build the world. */
async function seedInTwoAttempts(): Promise<boolean[]> {
  const pagesFolder = join(dataDir, 'client');
  await mkdir(pagesFolder);
  for (const name of ['__spa-fallback.html', 'index.html'])
    await writeFile(join(pagesFolder, name), '<html><head></head>A page</html>');
  const options = {
    config: readConfig(seedSettings(dataDir)),
    database,
    log: scannedLog(),
    clock: new DrivenClock(),
    pagesFolder,
    onProgress: (address: string, percent: number) => {
      if (percent > 0) glimpse ??= look(address);
    },
  };
  const half = new AbortController();
  const watch = setInterval(async () => {
    const { rows } = await database.pool.query<{ paid: number }>('select count(*) as paid from payment');
    if (Number(rows[0]?.paid) >= 5) half.abort();
  }, 100);
  const first = await seedDemoWorld({ ...options, signal: half.signal });
  clearInterval(watch);
  return [first, await seedDemoWorld(options)];
}

async function rowCounts(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of [
    'account',
    'campaign',
    'application',
    'proof',
    'payment',
    'payout',
    'upload',
    'ledger.txn',
    'team_member',
    'team_invitation',
  ]) {
    const { rows } = await database.pool.query<{ rows: number }>(`select count(*) as rows from ${table}`);
    counts[table] = Number(rows[0]?.rows);
  }
  return counts;
}

async function demoAccount(account: 'marketer' | 'advertiser' | 'admin'): Promise<Client> {
  const client = app.visitor();
  expect((await client.call(signInAsDemo, { body: { account } })).status).toBe(200);
  return client;
}

async function publicCampaigns(): Promise<Campaign[]> {
  const answer = await app.visitor().call(listCampaigns, { query: { limit: 100 } });
  expect(answer.status).toBe(200);
  return answer.body;
}

const countBy = (values: readonly string[]) =>
  Object.fromEntries(
    [...new Set(values)].toSorted().map((value) => [value, values.filter((one) => one === value).length]),
  );

const cents = (amounts: readonly string[]) => amounts.reduce((sum, amount) => sum + fromDecimal(amount), 0);

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'promenade-seed-'));
  database = await freshDatabase();
  expect(await seedInTwoAttempts()).toEqual([false, true]);
  app = await testApp({ database, settings: seedSettings(dataDir) });
  await app.runDue();
}, 2 * STORY_LIMIT_MS);
afterAll(async () => {
  await app?.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

it('has 25 public campaigns in four cities and on five platforms, open, full and completed', async () => {
  const campaigns = await publicCampaigns();
  expect(campaigns).toHaveLength(25);
  expect(new Set(campaigns.map(({ city }) => city))).toEqual(
    new Set(['San Francisco', 'Los Angeles', 'New York', 'Chicago']),
  );
  const social = campaigns.filter(({ campaignType }) => campaignType === 'social');
  expect(new Set(social.map(({ socialMediaPlatform }) => socialMediaPlatform))).toEqual(
    new Set(['instagram', 'tiktok', 'youtube', 'twitter', 'facebook']),
  );
  const describeState = (one: Campaign) =>
    one.status === 'active' && one.marketersHired === one.totalMarketersNeeded ? 'full' : one.status;
  expect(countBy(campaigns.map(describeState))).toEqual({ active: 11, completed: 7, full: 7 });
});

describe('the demo marketer', () => {
  it('has work in every state, and payments that have arrived or show why they wait', async () => {
    const marketer = await demoAccount('marketer');
    const applications = (await marketer.call(listApplications)).body;
    expect(countBy(applications.map(({ status }) => status))).toEqual({
      approved: 8,
      pending: 1,
      rejected: 1,
    });
    const proofs = (await marketer.call(listProofs)).body;
    expect(countBy(proofs.map(({ status }) => status))).toEqual({ approved: 4, pending: 1, rejected: 1 });
    const payments = (await marketer.call(listPayments)).body;
    expect(countBy(payments.map(({ status }) => status))).toEqual({ completed: 3, pending: 1 });
    expect(payments.find(({ status }) => status === 'pending')?.waitsFor).toEqual(['wallet-email-recent']);
    expect((await marketer.call(listNotifications)).body.unread).toBeGreaterThan(0);
  });

  it('can start tracking at once in the campaign that starts soon', async () => {
    const marketer = await demoAccount('marketer');
    const tasting = (await publicCampaigns()).find(({ title }) => title.startsWith('Pop-up tasting'));
    const untilStart = Date.parse(tasting?.startTime ?? '') - app.clock.now().getTime();
    expect(untilStart).toBeGreaterThan(0);
    expect(untilStart).toBeLessThanOrEqual(15 * MINUTE);
    const started = await marketer.call(startSession, { params: { id: tasting?.id ?? '' } });
    expect(started.status).toBe(201);
  });
});

describe('the demo advertiser', () => {
  it('has campaigns in every state, applicants to decide on and proofs to review', async () => {
    const advertiser = await demoAccount('advertiser');
    const campaigns = (await advertiser.call(listOwnCampaigns)).body;
    expect(countBy(campaigns.map(({ status }) => status))).toEqual({ active: 4, completed: 2, draft: 2 });
    const applicants = (await advertiser.call(listApplications, { query: { status: 'pending' } })).body;
    expect(applicants.map(({ marketerName }) => marketerName)).toHaveLength(5);
    for (const one of campaigns.filter(({ status }) => status === 'completed')) {
      const escrow = (await advertiser.call(getEscrowStatus, { params: { id: one.id } })).body;
      expect(escrow.escrowLeft, one.title).toBe('0.00');
    }
  });

  it('sees each proof’s photos, and the presence of a walk inside the zone', async () => {
    const advertiser = await demoAccount('advertiser');
    const pending = (await advertiser.call(listProofs, { query: { status: 'pending' } })).body;
    expect(pending).toHaveLength(2);
    const walked = pending.find(({ sessionId }) => sessionId !== null);
    const presence = await advertiser.call(getPresence, { params: { id: walked?.sessionId ?? '' } });
    expect(presence.body.presence.coverage).toBeGreaterThan(0.95);
    expect(presence.body.presence.minutesInside).toBeGreaterThan(50);
    for (const { url } of pending.flatMap(({ media }) => media)) {
      const file = await advertiser.request('GET', url);
      expect(file.status).toBe(200);
      expect(file.headers['content-type']).toMatch(/^image\//);
    }
  });
});

it('speaks the language of the browser that signs in', async () => {
  const languages: string[] = [];
  for (const language of ['es', 'en']) {
    const client = app.visitor();
    const headers = { 'accept-language': language };
    await succeed(client.request('POST', signInAsDemo.path, { account: 'marketer' }, { headers }));
    languages.push((await succeed(client.call(getCurrentUser))).language);
  }
  expect(languages).toEqual(['es', 'en']);
});

it('gives the demo advertiser a team with a manager and an open invitation', async () => {
  const advertiser = await demoAccount('advertiser');
  const { business, members, invitations } = (await advertiser.call(getTeam)).body;
  expect(business).toBe('Make-Believe Coffee');
  expect(members).toMatchObject([{ name: 'Robin Dummy', role: 'manager' }]);
  expect(invitations).toMatchObject([{ role: 'viewer', isExpired: false }]);
  const colleague = await app.signIn('advertiser', members[0]?.email);
  const seen = (await colleague.call(listOwnCampaigns)).body;
  expect(countBy(seen.map(({ team }) => team?.business ?? ''))).toEqual({ [business]: 8 });
});

it('gives the demo administrator identity checks to review', async () => {
  const admin = await demoAccount('admin');
  expect((await admin.call(listKyc, { query: { status: 'pending' } })).body).toHaveLength(3);
  expect((await admin.call(listKyc, { query: { status: 'rejected' } })).body).toHaveLength(1);
});

it('gives the demo administrator a dispute, a weak proof, and returned pay to decide', async () => {
  const admin = await demoAccount('admin');
  expect((await admin.call(listDisputes)).body).toMatchObject([{ status: 'escalated' }]);
  expect((await admin.call(listWeakProofs)).body).toHaveLength(1);
  const stuck = (await admin.call(listStuckMoney)).body;
  expect(countBy(stuck.map(({ kind }) => kind))).toEqual({ payout: 1 });
});

describe('the money', () => {
  it('adds up to zero and breaks no rule of the ledger', async () => {
    const admin = await demoAccount('admin');
    const { sum, violations } = (await admin.call(getTrialBalance)).body;
    expect(sum).toBe('0.00');
    expect(violations).toEqual([]);
  });

  it('matches the wallet to the cent, and nothing was moved twice', async () => {
    const books: Books = (await app.http.inject({ url: '/wallet-simulator/books' })).json();
    const { rows: orders } = await database.pool.query<{ amount: number }>(
      "select amount_cents as amount from payment_order where state = 'bound'",
    );
    // 25 campaigns and a tip.
    expect(orders).toHaveLength(26);
    expect(books.captures).toHaveLength(26);
    expect(cents(books.captures.map(({ amount }) => amount))).toBe(
      orders.reduce((sum, { amount }) => sum + Number(amount), 0),
    );

    const { rows: payouts } = await database.pool.query<{ id: string; amount: number; state: string }>(
      'select id, amount_cents as amount, state from payout order by id',
    );
    expect(countBy(payouts.map(({ state }) => state))).toEqual({ failed: 1, succeeded: 15 });
    const atWallet: Readonly<Record<string, string>> = { failed: 'FAILED', succeeded: 'SUCCESS' };
    const ours = payouts.map(({ id, amount, state }) => `${id} ${Number(amount)} ${atWallet[state]}`);
    const theirs = books.payouts.map((one) => `${one.senderItemId} ${fromDecimal(one.amount)} ${one.status}`);
    expect(theirs.toSorted()).toEqual(ours);

    const admin = await demoAccount('admin');
    const { lines } = (await admin.call(getTrialBalance)).body;
    expect(lines.find(({ account }) => account === 'psp')?.debit).toBe(books.balance);
  });
});

it('serves pages and the progress while it is being built, and refuses calls', async () => {
  const { page, percent, signIn } = (await glimpse) ?? {};
  expect(page).toContain('A page');
  expect(percent).toBeGreaterThan(0);
  expect(signIn).toBe(503);
  expect((await app.visitor().call(getPublicConfig)).body.demoWorldPercent).toBeNull();
});

it('is built once: another start changes nothing', async () => {
  const before = await rowCounts();
  const again = await seedDemoWorld({
    config: readConfig(seedSettings(dataDir)),
    database,
    log: scannedLog(),
  });
  expect(again).toBe(false);
  expect(await rowCounts()).toEqual(before);
});

it('does not touch a database in use, or one whose settings disable it', async () => {
  const used = await testApp();
  await used.signIn('marketer');
  const options = { database: used.database, log: scannedLog() };
  const own = seedSettings(used.deps.config.dataDir);
  expect(await seedDemoWorld({ ...options, config: readConfig(own) })).toBe(false);
  await used.close();

  const empty = await freshDatabase();
  const none = { ...options, database: empty, config: readConfig({ ...own, SEED: 'none' }) };
  expect(await seedDemoWorld(none)).toBe(false);
  expect((await empty.pool.query('select from audit_entry')).rowCount).toBe(0);
  await empty.close();
});
