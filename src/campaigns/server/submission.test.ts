import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { fundDraft } from '#tests/support/people/funded-campaign.ts';
import { listOwnCampaigns } from '../contract.ts';
import { createCampaign } from '../form-contract.ts';
import { wearableForm } from '../sample.ts';

const submissionKey = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';

let app: TestApp;
let advertiser: Client;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  advertiser = await app.signIn('advertiser');
});
afterAll(() => app.close());

const submit = (client: Client, changes: object = {}) =>
  client.call(createCampaign, { body: { ...wearableForm(app.clock.now()), submissionKey, ...changes } });
const titles = async (client: Client) => (await client.call(listOwnCampaigns)).body.map(({ title }) => title);

test('a form sent again creates no second campaign, and its changes are saved', async () => {
  const first = await submit(advertiser, { title: 'Coffee on the square' });
  const second = await submit(advertiser, { title: 'Coffee on the pier' });
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.id).toBe(first.body.id);
  expect(await titles(advertiser)).toEqual(['Coffee on the pier']);
});

test('a form sent twice concurrently creates one campaign', async () => {
  const made = await Promise.all([submit(advertiser), submit(advertiser), submit(advertiser)]);
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
});

test('another form, another advertiser and a form without a key create their own campaigns', async () => {
  const rival = await app.signIn('advertiser');
  const made = [
    await submit(advertiser),
    await submit(rival),
    await submit(advertiser, { submissionKey: submissionKey.toUpperCase() }),
    await submit(advertiser, { submissionKey: undefined }),
    await submit(advertiser, { submissionKey: undefined }),
  ];
  expect(new Set(made.map(({ body }) => body.id)).size).toBe(5);
});

test('a form whose campaign has been funded is refused and changes nothing', async () => {
  const { body } = await submit(advertiser, { title: 'Coffee on the square' });
  await fundDraft(advertiser, body.id);
  const late = await submit(advertiser, { title: 'Coffee on the pier' });
  expect([late.status, late.body]).toMatchObject([409, { code: 'campaign/not-draft' }]);
  expect(await titles(advertiser)).toEqual(['Coffee on the square']);
});

test.each(['', 'short', 'x'.repeat(65), 'with blanks and / more'])('refuses the key "%s"', async (key) => {
  const answer = await submit(advertiser, { submissionKey: key });
  expect(answer.status).toBe(400);
  expect(answer.body).toHaveProperty('fields.submissionKey', 'Use 16 to 64 letters and digits');
});

test.each([
  [{ payRate: 24.99 }, 'payRate', 'Must be at least $25 per session'],
  [{ payRate: 0 }, 'payRate', 'Must be at least $25 per session'],
  [{ payRate: -1 }, 'payRate', 'Must not be negative'],
  [{ payRate: 0.001 }, 'payRate', 'At most two decimals'],
  [{ payRate: 1e300 }, 'payRate', 'This amount is too large'],
  [{ payRate: '40' }, 'payRate', 'Enter an amount in digits, such as 40 or 1,250.50'],
  [{ duration: 29 }, 'duration', 'Must be at least 30 minutes'],
  [{ duration: 1e300 }, 'duration', 'Must be at most 1,440 minutes, which is 24 hours'],
  [{ duration: 30.5 }, 'duration', 'Must be a whole number'],
  [{ totalMarketersNeeded: 0 }, 'totalMarketersNeeded', 'Must be at least 1 marketer'],
  [{ totalMarketersNeeded: '1,000' }, 'totalMarketersNeeded', expect.stringContaining('in digits')],
  [{ minFollowers: -1 }, 'minFollowers', 'Must not be negative'],
  [
    { locationDetails: { address: 'x', lat: 1, lng: 1, radius: '1e3' } },
    'locationDetails.radius',
    'Choose one of the offered radii',
  ],
])('refuses a draft with an invalid number instead of dropping it: %o', async (bad, field, text) => {
  const body = { saveAsDraft: true, title: 'Only an idea', ...bad };
  const { status, error } = await advertiser.request('POST', '/api/campaigns', body);
  expect([status, error.code]).toEqual([400, 'request/invalid']);
  expect(error.fields).toEqual({ [field]: text });
  expect(await titles(advertiser)).toEqual([]);
});
