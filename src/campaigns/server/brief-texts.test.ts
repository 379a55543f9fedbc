import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '#tests/support/app.ts';
import { mapBriefTexts } from '../brief-contract.ts';
import { createCampaign } from '../form-contract.ts';
import { wearableForm } from '../sample.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test('stores and returns every optional text, and null for a missing one', async () => {
  const advertiser = await app.signIn('advertiser');
  const given = mapBriefTexts((name) => `the ${name}`);
  const form = wearableForm(app.clock.now(), given);
  expect((await advertiser.call(createCampaign, { body: form })).body).toMatchObject(given);
  const without = { ...wearableForm(app.clock.now()), ...mapBriefTexts(() => undefined) };
  const { body } = await advertiser.call(createCampaign, { body: without });
  expect(body).toMatchObject(mapBriefTexts(() => null));
});
