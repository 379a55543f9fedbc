/** Calls that every page makes may not send more statements to the database without being noticed. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { type TestApp, testApp } from './support/app.ts';

/** Of as many runs, the one with the fewest statements counts, because connections send some by themselves. */
const RUNS = 3;

let app: TestApp;
let sent = 0;
beforeAll(async () => {
  // Before the pool, whose connections keep the method that they find.
  const query = pg.Client.prototype.query;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    sent += 1;
    return Reflect.apply(query, this, args);
  });
  app = await testApp();
});
afterAll(() => app.close());

it.each(['marketer', 'advertiser'] as const)(
  'the current user takes one statement after the one for the session: %s',
  async (role) => {
    const client = await app.signIn(role);
    const counts: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      sent = 0;
      expect((await client.call(getCurrentUser)).status).toBe(200);
      counts.push(sent);
    }
    expect(Math.min(...counts)).toBe(2);
  },
);
