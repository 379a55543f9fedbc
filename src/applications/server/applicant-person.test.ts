import { afterAll, beforeAll, expect, it } from 'vitest';
import { setProfilePhoto } from '#profiles/contract.ts';
import { saveProfile } from '#profiles/form-contract.ts';
import { profileFormSample } from '#profiles/sample.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { readyMarketer } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { picture } from '#tests/support/media.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { apply, decideApplication, listApplications } from '../contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('an advertiser sees the photo of an applicant', async () => {
  const advertiser = await app.signIn('advertiser');
  const campaign = await fundedCampaign(app, advertiser);
  const marketer = await readyMarketer(app);
  await succeed(marketer.call(apply, { body: { campaignId: campaign.id } }));
  const readImage = async () => (await advertiser.call(listApplications)).body[0]?.marketerImage;
  const uploadId = await uploadFile(marketer, await picture('jpeg'), 'profile-photo', 'me.jpg');
  await marketer.call(setProfilePhoto, { body: { uploadId } });
  const url = await readImage();
  expect(url).toBe(`/api/files/${uploadId}`);
  expect((await advertiser.request('GET', String(url))).status).toBe(200);
  await marketer.call(setProfilePhoto, { body: { uploadId: null } });
  expect(await readImage()).toBeNull();
});

it('a business reads the last name of marketers whom it has approved', async () => {
  const advertiser = await app.signIn('advertiser');
  const campaign = await fundedCampaign(app, advertiser);
  const marketer = await readyMarketer(app);
  await succeed(marketer.call(saveProfile, { body: profileFormSample }));
  const { id } = await succeed(marketer.call(apply, { body: { campaignId: campaign.id } }));
  await app.runDue();
  const readName = async (client: Client) =>
    (await client.call(listApplications)).body[0]?.marketerName ?? '';
  const fullName = await readName(marketer);
  const outlineName = fullName.replace(/(?<= \w)\w+$/, '.');
  expect(outlineName).not.toBe(fullName);
  expect(await readName(advertiser)).toBe(outlineName);
  const { rows } = await app.database.asOwner('select text from notification where account_id = $1', [
    advertiser.userId,
  ]);
  expect(rows.filter(({ text }) => text.startsWith(`${outlineName} applied`))).toHaveLength(1);
  await succeed(advertiser.call(decideApplication, { params: { id }, body: { status: 'approved' } }));
  expect(await readName(advertiser)).toBe(fullName);
});
