import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { paidWork } from '#tests/support/people/paid-work.ts';
import { listCampaignRatings, rate, replyToRating } from '../contract.ts';

const AT_ONCE = 8;

let database: TestDatabase;
let app: TestApp;
let advertiser: Client;
beforeAll(async () => {
  database = await serverDatabase({ poolSize: 40 });
  app = await testApp({ database });
  advertiser = await app.signIn('advertiser');
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const times = <Answer>(work: (index: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => work(index)));

test('both sides rate many times at once: one rating each, and both are public', async () => {
  const { campaign, marketer, applicationId } = await paidWork(app, advertiser);
  const send = (client: Client, stars: number) =>
    client.call(rate, { body: { applicationId, stars, text: '' } });
  const [ofMarketer, ofAdvertiser] = await Promise.all([
    times(() => send(marketer, 4)),
    times(() => send(advertiser, 2)),
  ]);
  for (const sent of [ofMarketer, ofAdvertiser]) {
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status, error } of sent)
      if (status !== 201) expect([status, error.code]).toEqual([409, 'rating/exists']);
  }
  const { rows } = await database.asOwner(
    'select author_side, stars, published_at <= $2 as public from rating where application_id = $1 order by 1',
    [applicationId, app.clock.now()],
  );
  expect(rows).toEqual([
    { author_side: 'advertiser', stars: 2, public: true },
    { author_side: 'marketer', stars: 4, public: true },
  ]);

  const replies = await times((index) =>
    advertiser.call(replyToRating, { params: { id: applicationId }, body: { text: `Reply ${index}` } }),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const { body } = await advertiser.call(listCampaignRatings, { params: { id: campaign.id } });
  expect(body.ratings[0]?.reply?.text).toMatch(/^Reply \d$/);
});
