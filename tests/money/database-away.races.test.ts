/** Cuts off the database in the middle of writes about money, then restores it while the server runs. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeCampaign } from '#campaigns/closing-contract.ts';
import { listCampaigns } from '#campaigns/contract.ts';
import { MINUTE } from '#kernel/time.ts';
import { getTrialBalance } from '#payments/contract.ts';
import { decideProof } from '#proofs/contract.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { serverDatabase } from '#tests/support/databases/database.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { sendPost, socialWork } from '#tests/support/people/social-work.ts';

const WORKS = 6;

let database: Awaited<ReturnType<typeof serverDatabase>>;
/** Connects to another database, so that it is not cut off itself. */
let operator: pg.Client;
let app: TestApp;
let advertiser: Client;
/** Its proofs are pending. */
let campaign: { id: string };
let proofIds: string[];
/** It has no marketers, so closing it refunds everything. */
let closed: { id: string };
beforeAll(async () => {
  database = await serverDatabase();
  operator = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await operator.connect();
  app = await testApp({ database });
  advertiser = await app.signIn('advertiser');
  const work = await socialWork(app, advertiser, { places: WORKS, holders: WORKS });
  campaign = work.campaign;
  proofIds = await Promise.all(work.holders.map((holder) => sendPost(holder, work.campaign.id)));
  closed = await fundedCampaign(app, advertiser);
  await app.runDue();
});
afterAll(async () => {
  await app.close();
  await operator.end();
  await database.close();
});

const name = () => new URL(database.url).pathname.slice(1);

/** Ends every connection at once and allows no new ones. */
async function cutOff(): Promise<void> {
  await operator.query(`alter database ${name()} with allow_connections false`);
  await operator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name()]);
}

const heal = () => operator.query(`alter database ${name()} with allow_connections true`);

/** Locks these campaigns until the cut-off, so that writes about their money are interrupted. */
async function holdCampaigns(ids: string[]): Promise<void> {
  const holder = new pg.Client({ connectionString: database.url });
  // This client is cut off as well, so ignore its errors.
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from campaign where id = any($1) for update', [ids]);
}

async function waiting(): Promise<number> {
  const { rows } = await operator.query(
    `select count(*)::int as n from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`,
    [name()],
  );
  return rows[0].n;
}

/** Nothing may take longer, even on a busy machine. */
const LONGEST_ANSWER_MS = 30_000;

async function timed(call: Promise<{ status: number; error?: { code?: string } }>) {
  const began = Date.now();
  const { status, error } = await call;
  expect(Date.now() - began).toBeLessThan(LONGEST_ANSWER_MS);
  return status === 200 ? 'done' : `${status} ${error?.code}`;
}

const ready = async () => (await app.http.inject({ url: '/readyz' })).statusCode;

test('invariant 29: cut off during writes, no reported success is lost, and everything completes', async () => {
  const approve = (id: string) =>
    timed(advertiser.call(decideProof, { params: { id }, body: { status: 'approved' } }));
  const close = () => timed(advertiser.call(closeCampaign, { params: { id: closed.id } }));
  const done = [await approve(proofIds[0] ?? '')];
  expect([done, await ready()]).toEqual([['done'], 200]);
  app.worker.start();

  await holdCampaigns([campaign.id, closed.id]);
  const asked = proofIds.map((id) => approve(id));
  const closing = close();
  await expect.poll(waiting).toBeGreaterThanOrEqual(2);
  await cutOff();
  const [answers, closeAnswer] = [await Promise.all(asked), await closing];
  const refused = '503 server/busy';
  for (const answer of [...answers, closeAnswer]) expect(['done', refused]).toContain(answer);
  expect([...answers, closeAnswer]).toContain(refused);

  expect(await ready()).toBe(503);
  expect(await approve(proofIds[1] ?? '')).toBe(refused);
  expect(await timed(advertiser.call(listCampaigns))).toBe(refused);

  await heal();
  await expect.poll(ready).toBe(200);
  const { rows: approved } = await database.pool.query(
    `select id from proof where status = 'approved' and campaign_id = $1`,
    [campaign.id],
  );
  const kept = approved.map(({ id }) => id);
  // Everything reported as done is done. Refused calls did not happen, or happened and their response was
  // lost.
  expect(kept).toEqual(expect.arrayContaining(proofIds.filter((_, index) => answers[index] === 'done')));

  for (const id of proofIds) expect(await approve(id)).toBe('done');
  await close();
  const states = async () => {
    // The clock triggers the retries of failed work.
    app.clock.advance(MINUTE);
    const { rows } = await database.pool.query(
      `select 'campaign ' || status as what from campaign where id = $1
       union all select 'refund ' || state from refund where campaign_id = $1`,
      [closed.id],
    );
    return rows.map(({ what }) => what);
  };
  await expect.poll(states).toEqual(['campaign completed', 'refund completed']);

  const { rows } = await database.pool.query(
    'select count(*)::int as releases, count(distinct source_id)::int as proofs from payment where source_id = any($1)',
    [proofIds],
  );
  expect(rows).toEqual([{ releases: WORKS, proofs: WORKS }]);
  const { body } = await (await app.signInAdmin()).call(getTrialBalance);
  const { balance } = (await app.http.inject({ url: '/wallet-simulator/books' })).json();
  const psp = body.lines.find(({ account }) => account === 'psp');
  expect({ sum: body.sum, violations: body.violations, psp: psp?.debit }).toEqual({
    sum: '0.00',
    violations: [],
    psp: balance,
  });
});
