import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts';
import { fundedCampaign } from '../../../tests/support/funded-campaign.ts';
import { pdf, picture } from '../../../tests/support/media.ts';
import { uploadFile } from '../../../tests/support/upload.ts';
import * as form from '../form-contract.ts';
import { wearableForm } from '../sample.ts';

let app: TestApp;
let advertiser: Client;
let other: Client;
beforeAll(async () => {
  app = await testApp();
  advertiser = await app.signIn('advertiser');
  other = await app.signIn('advertiser');
});
afterAll(() => app.close());

const shirt = async (owner: Client) => {
  const uploadId = await uploadFile(owner, await picture('png'), 'brand-asset', 'shirt.png');
  return `/api/files/${uploadId}`;
};

it('keeps uploaded artwork: its owner’s while the campaign is a draft, everybody’s once it is public', async () => {
  const tshirtDesign = await shirt(advertiser);
  const funded = await fundedCampaign(app, advertiser, { brandAssets: { tshirtDesign } });
  expect(funded.brandAssets).toEqual({ tshirtDesign });
  const seen = await app.visitor().request('GET', tshirtDesign);
  expect([seen.status, seen.headers['content-type']]).toEqual([200, 'image/png']);
});

it('shows a draft’s artwork to nobody else, and takes it once: saving again changes nothing', async () => {
  const tshirtDesign = await shirt(advertiser);
  const body = wearableForm(app.clock.now(), { brandAssets: { tshirtDesign } });
  const draft = await advertiser.call(form.createCampaign, { body });
  expect(draft.status).toBe(201);
  const again = await advertiser.call(form.updateCampaign, { params: { id: draft.body.id }, body });
  expect(again.status, again.error.message).toBe(200);
  expect((await advertiser.request('GET', tshirtDesign)).status).toBe(200);
  expect((await other.request('GET', tshirtDesign)).status).toBe(404);
  expect((await app.visitor().request('GET', tshirtDesign)).status).toBe(404);
});

it('takes no file of somebody else’s, and none that was sent for something else', async () => {
  const foreign = wearableForm(app.clock.now(), { brandAssets: { logoUrl: await shirt(other) } });
  const refused = await advertiser.call(form.createCampaign, { body: foreign });
  expect([refused.status, refused.error.code]).toEqual([404, 'upload/not-found']);
  const proof = await uploadFile(advertiser, await picture('jpeg'), 'proof', 'me.jpg');
  const misused = wearableForm(app.clock.now(), { brandAssets: { logoUrl: `/api/files/${proof}` } });
  expect((await advertiser.call(form.createCampaign, { body: misused })).error.code).toBe(
    'upload/wrong-type',
  );
});

it('takes a PDF as artwork', async () => {
  const uploadId = await uploadFile(advertiser, pdf(), 'brand-asset', 'shirt.pdf');
  const body = wearableForm(app.clock.now(), { brandAssets: { tshirtDesign: `/api/files/${uploadId}` } });
  expect((await advertiser.call(form.createCampaign, { body })).status).toBe(201);
});
