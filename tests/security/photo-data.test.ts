/** A proof photo keeps no position or device data in any copy that others can read. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { submitProof } from '#proofs/contract.ts';
import { endSession, startSession, updateLocation } from '#tracking/contract.ts';
import { fileUrl } from '#uploads/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { movie, photoWithPlace } from '#tests/support/media.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { uploadFile } from '#tests/support/upload.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('a proof photo with EXIF loses place and device in the response and on disk', async () => {
  const { campaign, advertiser, marketers } = await runningCampaign(app);
  const marketer = marketers[0] as Client;
  const params = { id: campaign.id };
  const session = await succeed(marketer.call(startSession, { params }));
  const place = { latitude: 37.789731, longitude: -122.400417, accuracy: 8 };
  await succeed(marketer.call(updateLocation, { params, body: place }));
  app.clock.advance(MINUTE);
  await succeed(marketer.call(endSession, { params: { ...params, sessionId: session.id } }));

  const photo = await photoWithPlace();
  const { exif } = await sharp(photo).metadata();
  expect(exif?.includes('Telephone')).toBe(true);
  const selfie = await uploadFile(marketer, photo, 'proof', 'IMG_2041.jpg');
  const video = await uploadFile(marketer, movie('isom'), 'proof', 'a.mp4');
  const media = [
    { uploadId: selfie, kind: 'selfie' as const },
    { uploadId: video, kind: 'video' as const },
  ];
  await succeed(
    marketer.call(submitProof, { body: { campaignId: campaign.id, sessionId: session.id, media } }),
  );

  const answer = await advertiser.request('GET', fileUrl(selfie));
  expect(answer.status).toBe(200);
  expect(String(answer.body)).not.toMatch(/Exif|Telephone/);
  const copies = listFiles(app.deps.config.dataDir).map((path) => readFileSync(path));
  expect(copies.length).toBeGreaterThan(0);
  for (const content of copies) {
    expect(content.includes('Telephone')).toBe(false);
    expect(content.includes('Exif\0')).toBe(false);
  }
});

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
}
