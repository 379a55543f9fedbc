import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '#kernel/time.ts';
import { listStuckMoney } from '#payments/admin-contract.ts';
import { succeed } from './support/client.ts';
import { testApp, type TestApp } from './support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function readLateSweeps(): Promise<string[]> {
  const response = await app.http.inject({ url: '/readyz' });
  expect(response.statusCode).toBe(200);
  return response.json().lateSweeps;
}

test('/readyz and the Stuck list report every sweep while none runs, and the server stays ready', async () => {
  await app.runDue();
  expect(await readLateSweeps()).toEqual([]);
  app.clock.advance(12 * HOUR);
  const late = await readLateSweeps();
  expect(late.length).toBeGreaterThan(25);
  const admin = await app.signInAdmin();
  const stuck = await succeed(admin.call(listStuckMoney));
  expect(stuck.filter(({ kind }) => kind === 'sweep').map(({ id }) => id)).toEqual(late);
  await app.runDue();
  expect(await readLateSweeps()).toEqual([]);
});

test('after a clock that was 73 hours ahead, every sweep runs at once', async () => {
  app.clock.advance(73 * HOUR);
  await app.runDue();
  app.clock.advance(-73 * HOUR);
  expect((await readLateSweeps()).length).toBeGreaterThan(25);
  await app.runDue();
  expect(await readLateSweeps()).toEqual([]);
});
