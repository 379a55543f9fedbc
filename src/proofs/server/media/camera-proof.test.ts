import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, MINUTE } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { endSession, startSession, updateLocation } from '#tracking/contract.ts';
import { fileUrl, thumbnailUrl } from '#uploads/contract.ts';
import { upload } from '#uploads/server/tables.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { recording, scene } from '#tests/support/media.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { answerSigns, decideProof, type MediaKind, submitProof } from '../../contract.ts';
import { type Capture, issueCapturePermit } from '../../media-contract.ts';
import { deleteUnusedPermits } from './capture-service.ts';
import { capturePermit, proofImage } from '../tables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const inside = { latitude: 37.789731, longitude: -122.400417, accuracy: 8, hasMotion: true };
let variant = 100;
const nextScene = () => scene((variant += 1));

async function startedWork(changes: Parameters<typeof runningCampaign>[1] = {}) {
  const { campaign, advertiser, marketers } = await runningCampaign(app, {
    proofRequirements: { videoDuration: 0, requireSelfie: true, requireLocationCheck: true },
    ...changes,
  });
  const marketer = marketers[0] as Client;
  const params = { id: campaign.id };
  const session = await succeed(marketer.call(startSession, { params }));
  await succeed(marketer.call(updateLocation, { params, body: inside }));
  const permit = await succeed(marketer.call(issueCapturePermit, { params }));
  app.clock.advance(MINUTE);
  const capture = { permitId: permit.id, takenAt: app.clock.now().toISOString() };
  await succeed(marketer.call(endSession, { params: { ...params, sessionId: session.id } }));
  return { campaign, advertiser, marketer, capture, permit, sessionId: session.id };
}

type Work = Awaited<ReturnType<typeof startedWork>>;
type Media = { uploadId: string; kind: MediaKind; capture?: Capture };
const bodyFrom = ({ campaign, sessionId }: Work, media: Media[]) => ({
  campaignId: campaign.id,
  sessionId,
  media,
});

test('a photo of the page is shown as such, with a thumbnail for both sides', async () => {
  const work = await startedWork({ proofRequirements: { videoDuration: 0, allowFileUploads: false } });
  const { marketer, advertiser, capture } = work;
  const uploadId = await uploadFile(marketer, await nextScene(), 'proof', 'selfie.jpg');
  const proof = await succeed(
    marketer.call(submitProof, { body: bodyFrom(work, [{ uploadId, kind: 'selfie', capture }]) }),
  );
  expect(proof.signs).toEqual([]);
  expect(proof.media).toMatchObject([{ takenAt: capture.takenAt, thumbnailUrl: thumbnailUrl(uploadId) }]);
  for (const reader of [marketer, advertiser]) {
    const { status, headers } = await reader.request('GET', thumbnailUrl(uploadId));
    expect([status, headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(headers['content-disposition']).toBe(`inline; filename="${uploadId}.jpg"`);
  }
  const stranger = await app.signIn('advertiser');
  expect((await stranger.request('GET', thumbnailUrl(uploadId))).status).toBe(404);
});

test('a campaign without files refuses what the page did not take', async () => {
  const work = await startedWork({ proofRequirements: { videoDuration: 0, allowFileUploads: false } });
  const other = await startedWork();
  const uploadId = await uploadFile(work.marketer, await nextScene(), 'proof', 'selfie.jpg');
  for (const capture of [undefined, other.capture]) {
    const media = [{ uploadId, kind: 'selfie' as const, ...(capture ? { capture } : {}) }];
    const { status, error } = await work.marketer.call(submitProof, { body: bodyFrom(work, media) });
    expect([status, error.code, Object.keys(error.fields ?? {})]).toEqual([
      422,
      'proof/files-not-allowed',
      ['media.0.uploadId'],
    ]);
  }
});

test('each page gets its own permit, and only the campaign’s marketers get one', async () => {
  const { marketer, campaign, permit } = await startedWork();
  const params = { id: campaign.id };
  expect((await succeed(marketer.call(issueCapturePermit, { params }))).id).not.toBe(permit.id);
  const stranger = await app.signIn('marketer');
  expect((await stranger.call(issueCapturePermit, { params })).error.code).toBe('proof/not-approved');
});

test('a permit counts for one proof, and is deleted if none has used it', async () => {
  const work = await startedWork();
  const { marketer, advertiser, campaign, capture } = work;
  const send = async () => {
    const uploadId = await uploadFile(marketer, await nextScene(), 'proof', 'selfie.jpg');
    const media = [{ uploadId, kind: 'selfie' as const, capture }];
    return succeed(marketer.call(submitProof, { body: { campaignId: campaign.id, media } }));
  };
  const first = await send();
  await succeed(advertiser.call(decideProof, { params: { id: first.id }, body: { status: 'rejected' } }));
  const params = { id: campaign.id };
  const unused = await succeed(marketer.call(issueCapturePermit, { params }));
  expect(unused.id).not.toBe(capture.permitId);
  expect((await send()).media).toMatchObject([{ takenAt: null }]);
  app.clock.advance(90 * DAY + MINUTE);
  await deleteUnusedPermits(app.deps);
  const left = await app.deps.db.select().from(capturePermit);
  expect(left.map(({ id }) => id)).toContain(capture.permitId);
  expect(left.map(({ id }) => id)).not.toContain(unused.id);
});

test('a video is measured: too short is a sign that the marketer can answer', async () => {
  const work = await startedWork({
    proofRequirements: { videoDuration: 1, requireSelfie: false, requireLocationCheck: false },
  });
  const { marketer, capture } = work;
  const uploadId = await uploadFile(marketer, recording(20), 'proof', 'walk.webm');
  const proof = await succeed(
    marketer.call(submitProof, { body: bodyFrom(work, [{ uploadId, kind: 'video', capture }]) }),
  );
  expect(proof.media).toMatchObject([{ durationSeconds: 20, thumbnailUrl: null }]);
  expect(proof.signs).toEqual([{ kind: 'video-short', weight: 'high', file: null, amount: 20 }]);
  expect(proof.strength).toBe('weak');
  expect(proof.can.answerSigns).toBe(true);
  const body = { text: 'The battery was empty.' };
  const answered = await succeed(marketer.call(answerSigns, { params: { id: proof.id }, body }));
  expect(answered.signsAnswer).toBe('The battery was empty.');
});

test('an image of other work is found, also resized and recompressed, but not one’s own earlier proof', async () => {
  const [first, second, third] = [await startedWork(), await startedWork(), await startedWork()];
  const image = await nextScene();
  const smaller = await sharp(image).resize(320).jpeg({ quality: 40 }).toBuffer();
  const send = async (work: Work, content: Buffer) => {
    const uploadId = await uploadFile(work.marketer, content, 'proof', 'selfie.jpg');
    return succeed(work.marketer.call(submitProof, { body: bodyFrom(work, [{ uploadId, kind: 'selfie' }]) }));
  };
  expect((await send(first, image)).signs).toEqual([]);
  const copy = await send(second, smaller);
  expect(copy.signs).toEqual([{ kind: 'same-image', weight: 'high', file: 0, amount: null }]);
  expect(copy.strength).toBe('weak');
  expect((await send(third, await nextScene())).signs).toEqual([]);
});

test('the search reads few rows of many images', async () => {
  const work = await startedWork();
  const uploadId = await uploadFile(work.marketer, await nextScene(), 'proof', 'selfie.jpg');
  await succeed(work.marketer.call(submitProof, { body: bodyFrom(work, [{ uploadId, kind: 'selfie' }]) }));
  const [row] = await app.deps.db.select().from(proofImage).where(eq(proofImage.uploadId, uploadId));
  const plan = await transact(app.deps.db, async (tx) => {
    // The table is so small that reading all of it is cheaper.
    await tx.execute(sql`set local enable_seqscan = off`);
    return tx.execute(sql`explain select hash from unnest('{0000,ffff}'::text[]) as probe (value)
      cross join lateral (select hash from proof_image where substr(hash, 5, 4) = probe.value limit 50) found`);
  });
  expect(JSON.stringify(plan.rows)).toContain('proof_image_quarter_2');
  expect(row?.hash).toMatch(/^[0-9a-f]{16}$/);
});

test('the time and place in a photo are compared once, and then erased', async () => {
  const work = await startedWork();
  const photo = await sharp(await nextScene())
    .jpeg()
    .withExif({
      IFD0: { Make: 'Telephone' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '40/1 0/1 0/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '74/1 0/1 0/1',
        GPSDateStamp: '2020:01:01',
        GPSTimeStamp: '10/1 0/1 0/1',
      },
    })
    .toBuffer();
  const uploadId = await uploadFile(work.marketer, photo, 'proof', 'selfie.jpg');
  const media = [{ uploadId, kind: 'selfie' as const, capture: work.capture }];
  const proof = await succeed(work.marketer.call(submitProof, { body: bodyFrom(work, media) }));
  expect(proof.signs.map(({ kind }) => kind).toSorted()).toEqual(['not-from-page', 'other-place']);
  const [row] = await app.deps.db.select().from(upload).where(eq(upload.id, uploadId));
  expect([row?.takenAt, row?.takenLat, row?.takenLng, row?.hasCamera]).toEqual([null, null, null, null]);
  for (const url of [fileUrl(uploadId), thumbnailUrl(uploadId)])
    expect(String((await work.advertiser.request('GET', url)).body)).not.toMatch(/Exif|Telephone/);
});

test('a proof of another user is refused, and one that is sent again after a lost answer is not a second one', async () => {
  const work = await startedWork();
  const uploadId = await uploadFile(work.marketer, await nextScene(), 'proof', 'selfie.jpg');
  const body = { ...bodyFrom(work, [{ uploadId, kind: 'selfie' }]), submissionKey: 'a'.repeat(32) };
  const ofAnother = { ...body, marketerId: work.advertiser.userId };
  const refused = await work.marketer.call(submitProof, { body: ofAnother });
  expect([refused.status, refused.error.code]).toEqual([409, 'proof/other-user']);
  const answers = await Promise.all([1, 2, 3].map(() => work.marketer.call(submitProof, { body })));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  const ids = await Promise.all(answers.map(async (answer) => (await succeed(Promise.resolve(answer))).id));
  expect(new Set(ids).size).toBe(1);
  const other = { ...body, submissionKey: 'b'.repeat(32) };
  expect((await work.marketer.call(submitProof, { body: other })).error.code).toBe('proof/exists');
});
