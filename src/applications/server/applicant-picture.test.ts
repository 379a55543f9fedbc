import { afterAll, beforeAll, expect, it } from 'vitest';
import { setProfilePhoto } from '#profiles/contract.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { readyMarketer } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { picture } from '#tests/support/media.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { apply, listApplications } from '../contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('an advertiser sees the photo of an applicant', async () => {
  const advertiser = await app.signIn('advertiser');
  const campaign = await fundedCampaign(app, advertiser);
  const marketer = await readyMarketer(app);
  await marketer.call(apply, { body: { campaignId: campaign.id } });
  const readImage = async () => (await advertiser.call(listApplications)).body[0]?.marketerImage;
  expect(await readImage()).toBeNull();
  const uploadId = await uploadFile(marketer, await picture('jpeg'), 'profile-photo', 'me.jpg');
  await marketer.call(setProfilePhoto, { body: { uploadId } });
  const url = await readImage();
  expect(url).toBe(`/api/files/${uploadId}`);
  expect((await advertiser.request('GET', String(url))).status).toBe(200);
});
