import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transact } from '#platform/server/db/transact.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { toFragments, toMovie, toWebm, videoFrames } from '#tests/support/media.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { askAgain, sendAgain } from '../../amendment-contract.ts';
import { decideProof, submitProof } from '../../contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const proofRequirements = { videoDuration: 0, requireSelfie: false, requireLocationCheck: false };

async function startWork(people = 1) {
  const { campaign, advertiser, marketers } = await runningCampaign(app, { proofRequirements }, people);
  const upload = async (marketer: Client, content: Buffer, name: string) => ({
    uploadId: await uploadFile(marketer, content, 'proof', name),
    kind: 'video' as const,
  });
  const send = async (contents: [Buffer, string][], marketer = marketers[0] as Client) => {
    const media = [];
    for (const [content, name] of contents) media.push(await upload(marketer, content, name));
    return marketer.call(submitProof, { body: { campaignId: campaign.id, media } });
  };
  return { advertiser, marketers, marketer: marketers[0] as Client, upload, send };
}

const sign = (kind: string, weight: string, file = 0) => ({ kind, weight, file, amount: null });

test('a copy of a video is found in another campaign, also as a part in another container', async () => {
  const frames = videoFrames('street', 120);
  const first = await startWork();
  const original = await succeed(first.send([[toMovie(frames, { place: true }), 'walk.mp4']]));
  expect([original.signs, original.strength]).toEqual([[], 'ordinary']);
  const second = await startWork();
  const copy = await succeed(second.send([[toFragments(frames.slice(60)), 'renamed.mp4']]));
  expect([copy.signs, copy.strength]).toEqual([[sign('same-video', 'high')], 'weak']);
});

test('a small part is a weaker sign, and another video is none', async () => {
  const { marketers, send } = await startWork(3);
  const original = videoFrames('bridge', 120);
  const sent = async (of: readonly Buffer[], at: number) =>
    (await succeed(send([[toMovie(of), 'walk.mp4']], marketers[at]))).signs;
  expect(await sent(original, 0)).toEqual([]);
  const mixed = [...videoFrames('mixed', 80), ...original.slice(0, 20)];
  expect(await sent(mixed, 1)).toEqual([sign('part-of-video', 'medium')]);
  expect(await sent(videoFrames('park', 120), 2)).toEqual([]);
});

test('the same video twice in one proof is a sign of the second one', async () => {
  const frames = videoFrames('twice', 60);
  const proof = await succeed(
    (await startWork()).send([
      [toMovie(frames), 'one.mp4'],
      [toMovie(videoFrames('second', 60)), 'two.mp4'],
      [toWebm(frames), 'three.webm'],
    ]),
  );
  expect(proof.signs).toEqual([sign('repeated-video', 'high', 2)]);
});

test('two marketers who send the same video at once do not miss each other', async () => {
  const film = toMovie(videoFrames('at once', 60));
  const work = await startWork(2);
  const proofs = await Promise.all(
    work.marketers.map((marketer) => succeed(work.send([[film, 'walk.mp4']], marketer))),
  );
  expect(proofs.flatMap(({ signs }) => signs)).toEqual([sign('same-video', 'high')]);
});

test('a marketer may send their own video again', async () => {
  const film = toMovie(videoFrames('again', 60));
  const { advertiser, marketer, upload, send } = await startWork();
  const { id } = await succeed(send([[film, 'walk.mp4']]));
  const params = { id };
  const request = { reasons: ['unclear-photo' as const], note: 'Show the whole shirt, please.' };
  await succeed(advertiser.call(askAgain, { params, body: request }));
  const media = [await upload(marketer, film, 'walk.mp4')];
  expect((await succeed(marketer.call(sendAgain, { params, body: { media } }))).signs).toEqual([]);
  await succeed(advertiser.call(decideProof, { params, body: { status: 'rejected' } }));
  expect((await succeed(send([[film, 'walk.mp4']]))).signs).toEqual([]);
});

test('the search uses the index of frames', async () => {
  const plan = await transact(app.deps.db, async (tx) => {
    // The table is so small that reading all of it is cheaper.
    await tx.execute(sql`set local enable_seqscan = off`);
    return tx.execute(sql`explain select frames from proof_video where frames && '{a,b}'::text[]`);
  });
  expect(JSON.stringify(plan.rows)).toContain('proof_video_frames');
});
