/** The database stops answering in the middle of writes about money, without closing a connection, and returns. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCampaigns } from '#campaigns/contract.ts';
import { MINUTE, SECOND } from '#kernel/time.ts';
import { getTrialBalance } from '#payments/contract.ts';
import { openDatabase } from '#platform/server/db/open-database.ts';
import { decideProof } from '#proofs/contract.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { forTests, serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { lockWaits } from '#tests/support/databases/lock-waits.ts';
import { type SilentProxy, startSilentProxy } from '#tests/support/databases/silent-proxy.ts';
import { patience, STORY_LIMIT_MS } from '#tests/support/patience.ts';
import { sendPost, socialWork } from '#tests/support/people/social-work.ts';

const WORKS = 6;
const POOL = 4;
const CALL_LIMIT = 20;
const READS = 60;
/** Long enough for every statement of the preparation on a busy machine. */
const STATEMENT_LIMIT_MS = patience(5 * SECOND);

/** Past the proxy. */
let direct: TestDatabase & { url: string };
let proxy: SilentProxy;
let throughProxy: TestDatabase;
let app: TestApp;
let advertiser: Client;
let campaignId: string;
let proofIds: string[];
beforeAll(async () => {
  direct = await serverDatabase({ poolSize: 3 });
  proxy = await startSilentProxy(direct.url);
  const opened = await openDatabase({
    databaseUrl: proxy.url,
    dataDir: '.',
    poolSize: POOL,
    statementLimitMs: STATEMENT_LIMIT_MS,
  });
  opened.pool.options.connectionTimeoutMillis = 2 * MINUTE;
  throughProxy = forTests(opened);
  app = await testApp({ database: throughProxy, settings: { CALL_LIMIT: String(CALL_LIMIT) } });
  advertiser = await app.signIn('advertiser');
  const work = await socialWork(app, advertiser, { places: WORKS, holders: WORKS });
  campaignId = work.campaign.id;
  proofIds = await Promise.all(work.holders.map((holder) => sendPost(holder, campaignId)));
  await app.runDue();
});
afterAll(async () => {
  await app.close();
  await throughProxy.close();
  await proxy.close();
  await direct.close();
});

async function holdCampaign(): Promise<pg.Client> {
  const holder = new pg.Client({ connectionString: direct.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from campaign where id = $1 for update', [campaignId]);
  return holder;
}

async function letGo(holder: pg.Client): Promise<void> {
  await holder.query('rollback');
  await holder.end();
}

/** Waiting for a connection, a statement, and the end of the connection. */
const LONGEST_ANSWER_MS = 4 * STATEMENT_LIMIT_MS + patience(5 * SECOND);

async function timed(call: Promise<{ status: number; error?: { code?: string } }>): Promise<string> {
  const began = performance.now();
  const { status, error } = await call;
  expect(performance.now() - began).toBeLessThan(LONGEST_ANSWER_MS);
  return status === 200 ? 'done' : `${status} ${error?.code}`;
}

const approve = (id = '') =>
  timed(advertiser.call(decideProof, { params: { id }, body: { status: 'approved' } }));
const ready = async () => (await app.http.inject({ url: '/readyz' })).statusCode;
const busy = '503 server/busy';

test(
  'a statement that takes too long is cancelled, and the call can be repeated',
  { timeout: STORY_LIMIT_MS },
  async () => {
    const holder = await holdCampaign();
    expect(await approve(proofIds[0])).toBe(busy);
    await letGo(holder);
    expect(await approve(proofIds[0])).toBe('done');
  },
);

test(
  'a silent database delays each call for a bounded time, and money work resumes',
  { timeout: STORY_LIMIT_MS },
  async () => {
    const holder = await holdCampaign();
    const approvals = proofIds.slice(1).map(approve);
    await expect.poll(() => lockWaits(direct)).toBeGreaterThanOrEqual(1);
    throughProxy.pool.options.connectionTimeoutMillis = STATEMENT_LIMIT_MS;
    proxy.silence();
    let refused = 0;
    app.deps.shedding.onRefuse = () => {
      refused += 1;
    };
    const reads = Array.from({ length: READS }, () => timed(advertiser.call(listCampaigns)));
    // The server now gives the campaign to transactions whose client does not hear of it.
    await letGo(holder);
    expect(new Set(await Promise.all([...approvals, ...reads]))).toEqual(new Set([busy]));
    expect(refused).toBeGreaterThanOrEqual(READS - CALL_LIMIT);
    expect(app.deps.shedding.countInProgress()).toBe(0);
    expect(await ready()).toBe(503);

    // Another process can work on the campaign before the network returns.
    const isFree = async () => {
      try {
        await direct.pool.query('select from campaign where id = $1 for update nowait', [campaignId]);
        return true;
      } catch {
        return false;
      }
    };
    await expect.poll(isFree, { timeout: 2 * STATEMENT_LIMIT_MS }).toBe(true);

    proxy.resume();
    await expect.poll(ready).toBe(200);
    for (const id of proofIds) expect(await approve(id)).toBe('done');
    await app.runDue();
    const { rows } = await direct.pool.query(
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
  },
);
