import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { getBilling, saveBilling } from '../billing-contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ listens: false });
});
afterAll(() => app.close());

it('returns what the business saved, and keeps it if a form is refused', async () => {
  const [owner, other] = [await app.signIn('advertiser'), await app.signIn('advertiser')];
  const read = async (client: typeof owner) => (await client.call(getBilling)).body;
  const empty = { businessName: '', businessAddress: '', country: null, vatId: null, taxNumber: null };
  expect(await read(owner)).toEqual(empty);
  const body = { businessName: 'Harbor Roasters', businessAddress: '1 Quay Street, Cork', country: 'IE' };
  const saved = { ...body, vatId: 'IE7654321FA', taxNumber: null };
  expect((await owner.call(saveBilling, { body: { ...body, vatId: 'ie 7654321 fa' } })).status).toBe(200);
  expect(await read(owner)).toEqual(saved);
  expect((await owner.call(saveBilling, { body: { ...saved, country: 'DE' } })).status).toBe(400);
  expect(await read(owner)).toEqual(saved);
  expect(await read(other)).toEqual(empty);
});
