import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { pdf, picture } from '#tests/support/media.ts';
import { uploadFile } from '#tests/support/upload.ts';
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

it('keeps uploaded artwork private while the campaign is a draft, and public afterwards', async () => {
  const tshirtDesign = await shirt(advertiser);
  const funded = await fundedCampaign(app, advertiser, { brandAssets: { tshirtDesign } });
  expect(funded.brandAssets).toEqual({ tshirtDesign });
  const seen = await app.visitor().request('GET', tshirtDesign);
  expect([seen.status, seen.headers['content-type']]).toEqual([200, 'image/png']);
});

it('hides a draft’s artwork from other users, and claims it once: saving again changes nothing', async () => {
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

it('refuses another user’s file, and a file uploaded for another purpose', async () => {
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

it('accepts a PDF as artwork', async () => {
  const uploadId = await uploadFile(advertiser, pdf(), 'brand-asset', 'shirt.pdf');
  const body = wearableForm(app.clock.now(), { brandAssets: { tshirtDesign: `/api/files/${uploadId}` } });
  expect((await advertiser.call(form.createCampaign, { body })).status).toBe(201);
});

it('lends its artwork to a copy of the campaign, visible to everyone who sees the copy', async () => {
  const tshirtDesign = await shirt(advertiser);
  const body = wearableForm(app.clock.now(), { brandAssets: { tshirtDesign } });
  const draft = await advertiser.call(form.createCampaign, { body });
  expect(draft.status).toBe(201);
  expect((await app.visitor().request('GET', tshirtDesign)).status).toBe(404);
  const copy = await fundedCampaign(app, advertiser, { brandAssets: { tshirtDesign } });
  expect(copy.brandAssets).toEqual({ tshirtDesign });
  expect((await app.visitor().request('GET', tshirtDesign)).status).toBe(200);
  const bare = wearableForm(app.clock.now());
  await advertiser.call(form.updateCampaign, { params: { id: draft.body.id }, body: bare });
  expect((await app.visitor().request('GET', tshirtDesign)).status).toBe(200);
});

it('lends it to no other advertiser, not even from a public campaign', async () => {
  const logoUrl = await shirt(advertiser);
  await fundedCampaign(app, advertiser, { brandAssets: { logoUrl } });
  const body = wearableForm(app.clock.now(), { brandAssets: { logoUrl } });
  const refused = await other.call(form.createCampaign, { body });
  expect([refused.status, refused.error.code]).toEqual([404, 'upload/not-found']);
});

it('keeps the artwork of a public copy if the lending draft is deleted with its account', async () => {
  const owner = await app.signIn('advertiser');
  const [lent, unlent] = [await shirt(owner), await shirt(owner)];
  const brandAssets = { tshirtDesign: lent, hatDesign: unlent };
  const body = wearableForm(app.clock.now(), { brandAssets });
  expect((await owner.call(form.createCampaign, { body })).status).toBe(201);
  await fundedCampaign(app, owner, { brandAssets: { tshirtDesign: lent } });
  const { id } = (await owner.call(getCurrentUser)).body;
  await transact(app.deps.db, (tx) => eraseCampaigns(tx, app.deps, id));
  await app.runDue();
  expect((await app.visitor().request('GET', lent)).status).toBe(200);
  expect((await owner.request('GET', unlent)).status).toBe(404);
});
