import { afterAll, beforeAll, expect, it } from 'vitest';
import { setProfilePhoto } from '#profiles/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { giveConsents, readyMarketer } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { saveNameAndPhoto } from '#tests/support/people/name-and-photo.ts';
import { apply, decideApplication, listApplications } from '../contract.ts';
import { getEligibility } from '../eligibility-contract.ts';
import { benchApplication } from '../place-contract.ts';

let app: TestApp;
let advertiser: Client;
beforeAll(async () => {
  app = await testApp();
  advertiser = await app.signIn('advertiser');
});
afterAll(() => app.close());

it('applying needs a first name, a last name with a letter, and a photo', async () => {
  const { id } = await fundedCampaign(app, advertiser);
  const marketer = await app.signIn('marketer');
  await giveConsents(marketer);
  const refused = await marketer.call(apply, { body: { campaignId: id } });
  expect([refused.status, refused.error.code]).toEqual([403, 'application/name-and-photo']);

  await saveNameAndPhoto(marketer);
  const { missing } = await succeed(marketer.call(getEligibility, { params: { id } }));
  expect(missing).toEqual([]);
  for (const [column, value] of Object.entries({ first_name: ' ', last_name: '7.', image_upload_id: null })) {
    const { rows } = await app.database.asOwner(
      `select ${column} as present from profile where account_id = $1`,
      [marketer.userId],
    );
    const set = (to: unknown) =>
      app.database.asOwner(`update profile set ${column} = $2 where account_id = $1`, [marketer.userId, to]);
    await set(value);
    const lacking = await succeed(marketer.call(getEligibility, { params: { id } }));
    expect(lacking.missing, column).toMatchObject([
      { code: 'application/name-and-photo', fixAt: '/profile' },
    ]);
    expect((await marketer.call(apply, { body: { campaignId: id } })).error.code).toBe(
      'application/name-and-photo',
    );
    await set(rows[0].present);
  }
  await succeed(marketer.call(apply, { body: { campaignId: id } }));
});

it('marketers who remove their photo after applying can be approved, and move up', async () => {
  const { id: campaignId } = await fundedCampaign(app, advertiser, { totalMarketersNeeded: 1 });
  const [first, second] = [await readyMarketer(app), await readyMarketer(app)];
  const ids: string[] = [];
  for (const marketer of [first, second]) {
    ids.push((await succeed(marketer.call(apply, { body: { campaignId } }))).id);
    await succeed(marketer.call(setProfilePhoto, { body: { uploadId: null } }));
  }
  const [held = '', waiting = ''] = ids;
  const approval = { params: { id: held }, body: { status: 'approved' as const } };
  await succeed(advertiser.call(decideApplication, approval));
  await succeed(advertiser.call(benchApplication, { params: { id: waiting }, body: { isOnBench: true } }));
  const leaving = { params: { id: held }, body: { status: 'withdrawn' as const } };
  await succeed(first.call(decideApplication, leaving));
  expect(await succeed(second.call(listApplications))).toMatchObject([{ id: waiting, status: 'approved' }]);
});
