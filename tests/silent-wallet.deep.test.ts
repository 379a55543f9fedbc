import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from './support/app.ts';
import { serverDatabase } from './support/databases/database.ts';
import { patience, STORY_LIMIT_MS } from './support/patience.ts';

const WAITING_CALLS = 1000;
const SIGN_INS = 100;
const PAUSE_MS = 200;
/** For 95 % of the codes, from the request to the mail. */
const SOON_MS = 2000;

/** Issues tokens and answers no other call. */
const silent = createServer((request, response) => {
  if (request.url !== '/v1/oauth2/token') return;
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ access_token: 'token', expires_in: 32_400 }));
});
let app: TestApp;
let database: Awaited<ReturnType<typeof serverDatabase>>;

beforeAll(async () => {
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  database = await serverDatabase();
  app = await testApp({
    database,
    settings: { WALLET_BASE_URL: `http://127.0.0.1:${port}`, WALLET_TIMEOUT_MS: '5000' },
  });
});
afterAll(async () => {
  await app.close();
  await database.close();
  silent.closeAllConnections();
  await new Promise((resolve) => silent.close(resolve));
});

test(
  'sign-in codes arrive while 1,000 calls wait for a silent wallet',
  { timeout: STORY_LIMIT_MS },
  async () => {
    await database.asOwner(
      `insert into outbox (kind, form, ref, payload, request_id, next_at, created_at)
       select 'payment.look-for-disputes', 'effect', 'waiting-' || n, '{"captureId":"C"}', gen_random_uuid(), $1, $1
       from generate_series(1, ${WAITING_CALLS}) as n`,
      [app.clock.now()],
    );
    app.clock.run();
    app.worker.start();
    const tookMs: number[] = [];
    for (let n = 0; n < SIGN_INS; n += 1) {
      const email = `person-${n}@promenade.test`;
      const askedAt = performance.now();
      const sent = await app.visitor().request('POST', '/auth/email', { email, userType: 'marketer' });
      expect(sent.status).toBe(200);
      while (!(await hasMail(email))) await wait(10);
      tookMs.push(performance.now() - askedAt);
      await wait(PAUSE_MS);
    }
    tookMs.sort((one, other) => one - other);
    const p95 = tookMs[Math.floor(SIGN_INS * 0.95)] ?? Number.NaN;
    process.stdout.write(
      `sign-in code: p50 ${tookMs[SIGN_INS / 2]?.toFixed()} ms, p95 ${p95.toFixed()} ms\n`,
    );
    expect(p95).toBeLessThan(patience(SOON_MS));
    const { rows } = await database.pool.query(
      "select count(*)::int as left from outbox where kind = 'payment.look-for-disputes' and state <> 'done'",
    );
    expect(rows).toEqual([{ left: WAITING_CALLS }]);
    expect(app.deps.ports.getWallet().getCircuit()).not.toBe('closed');
  },
);

async function hasMail(to: string): Promise<boolean> {
  const response = await app.http.inject({ url: `/dev/mailbox.json?to=${encodeURIComponent(to)}` });
  return response.json().length > 0;
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
