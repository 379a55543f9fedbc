import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts';
import { fundedCampaign } from '../../../tests/support/funded-campaign.ts';
import { pdf, picture } from '../../../tests/support/media.ts';
import { uploadFile } from '../../../tests/support/upload.ts';
import { getCurrentUser } from '#auth/contract.ts';
import { transact } from '#platform/server/db/transact.ts';
import * as form from '../form-contract.ts';
import { wearableForm } from '../sample.ts';
import { eraseCampaigns } from './account-service.ts';

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
  expect(refused.error.fields).toEqual({ 'brandAssets.logoUrl': expect.stringMatching(/choose it again/) });
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

it('lends its artwork to a copy of the campaign, which shows it to whoever sees the copy', async () => {
  const tshirtDesign = await shirt(advertiser);
  const body = wearableForm(app.clock.now(), { brandAssets: { tshirtDesign } });
  const draft = await advertiser.call(form.createCampaign, { body });
  expect(draft.status).toBe(201);
  // The draft that lends is nobody's business; its public copy is everybody's.
  expect((await app.visitor().request('GET', tshirtDesign)).status).toBe(404);
  const copy = await fundedCampaign(app, advertiser, { brandAssets: { tshirtDesign } });
  expect(copy.brandAssets).toEqual({ tshirtDesign });
  expect((await app.visitor().request('GET', tshirtDesign)).status).toBe(200);
  const bare = wearableForm(app.clock.now());
  await advertiser.call(form.updateCampaign, { params: { id: draft.body.id }, body: bare });
  expect((await app.visitor().request('GET', tshirtDesign)).status).toBe(200);
});

it('lends it to nobody else, not even from a public campaign', async () => {
  const logoUrl = await shirt(advertiser);
  await fundedCampaign(app, advertiser, { brandAssets: { logoUrl } });
  const body = wearableForm(app.clock.now(), { brandAssets: { logoUrl } });
  const refused = await other.call(form.createCampaign, { body });
  expect([refused.status, refused.error.code]).toEqual([404, 'upload/not-found']);
});

it('leaves a public copy its artwork when the draft that lent it goes with its account', async () => {
  const owner = await app.signIn('advertiser');
  const [lent, unlent] = [await shirt(owner), await shirt(owner)];
  const brandAssets = { tshirtDesign: lent, hatDesign: unlent };
  const body = wearableForm(app.clock.now(), { brandAssets });
  expect((await owner.call(form.createCampaign, { body })).status).toBe(201);
  await fundedCampaign(app, owner, { brandAssets: { tshirtDesign: lent } });
  const { id } = (await owner.call(getCurrentUser)).body;
  await transact(app.deps.db, (tx) => eraseCampaigns(tx, app.deps, id));
  await app.settle();
  expect((await app.visitor().request('GET', lent)).status).toBe(200);
  expect((await owner.request('GET', unlent)).status).toBe(404);
});
