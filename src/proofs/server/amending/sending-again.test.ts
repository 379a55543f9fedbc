import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideDispute, openDispute } from '#disputes/contract.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { listPayments } from '#payments/contract.ts';
import { transact } from '#platform/server/db/transact.ts';
import { endSession, startSession, updateLocation } from '#tracking/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { scene } from '#tests/support/media.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { handToAdmins } from '#tests/support/people/dispute.ts';
import { sendPost, socialWork } from '#tests/support/people/social-work.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { askAgain, sendAgain } from '../../amendment-contract.ts';
import { decideProof, getProof, type MediaKind, submitProof } from '../../contract.ts';
import { recordPostCheck } from '../../post-contract.ts';
import { addFoundSigns } from '../strength/found-signs.ts';

let app: TestApp;
beforeAll(async () => {
  const idle = String(60 * DAY);
  app = await testApp({ settings: { SESSION_IDLE_MS: idle, ADMIN_SESSION_IDLE_MS: idle } });
});
afterAll(() => app.close());

let variant = 300;
const after = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString();
const request = { reasons: ['unclear-photo' as const], note: 'Show the whole shirt, please.' };

async function sentSelfie() {
  const { campaign, advertiser, marketers } = await runningCampaign(app, {
    proofRequirements: { videoDuration: 0, requireSelfie: true, requireLocationCheck: false },
  });
  const marketer = marketers[0] as Client;
  const take = async (kind: MediaKind) => {
    const uploadId = await uploadFile(marketer, await scene((variant += 1)), 'proof', 'a.jpg');
    return { uploadId, kind };
  };
  const media = [await take('selfie'), await take('photo')];
  const proof = await succeed(marketer.call(submitProof, { body: { campaignId: campaign.id, media } }));
  return { ...toCalls(advertiser, marketer, proof.id), take, first: media };
}

async function sentPost() {
  const advertiser = await app.signIn('advertiser');
  const { campaign, holders } = await socialWork(app, advertiser, { places: 1, holders: 1 });
  const marketer = holders[0] as Client;
  return { ...toCalls(advertiser, marketer, await sendPost(marketer, campaign.id)), campaign };
}

function toCalls(advertiser: Client, marketer: Client, id: string) {
  const params = { id };
  return {
    advertiser,
    marketer,
    id,
    ask: (by = advertiser, body: Parameters<typeof askAgain.body.parse>[0] = request) =>
      by.call(askAgain, { params, body: body as typeof request }),
    send: (body: { media?: object[]; postUrl?: string; note?: string; submissionKey?: string }) =>
      marketer.call(sendAgain, { params, body: { media: [], ...body } as never }),
    decide: (status: 'approved' | 'rejected', seenAmendedAt?: string | null) =>
      advertiser.call(decideProof, {
        params,
        body: { status, ...(seenAmendedAt === undefined ? {} : { seenAmendedAt }) },
      }),
    read: (by: Client) => succeed(by.call(getProof, { params })),
  };
}

test('new files replace those of the same kind, and the reviewer still sees the first ones', async () => {
  const { advertiser, marketer, take, first, ask, send, decide, read } = await sentSelfie();
  expect((await ask(await app.signIn('advertiser'))).error.code).toBe('proof/not-found');
  const asked = await succeed(ask());
  expect(asked).toMatchObject({
    status: 'pending',
    amendment: { ...request, dueAt: after(72 * HOUR), isOpen: true, amendedAt: null },
    reviewDueAt: after(144 * HOUR),
    can: { approve: true, reject: false, askAgain: false },
  });
  expect((await succeed(ask())).amendment).toEqual(asked.amendment);
  expect((await ask(advertiser, { ...request, note: 'Again' })).error.code).toBe('proof/asked-already');
  expect((await decide('rejected')).error.code).toBe('proof/waiting');

  app.clock.advance(HOUR);
  expect((await send({})).error.code).toBe('proof/missing-media');
  expect((await read(marketer)).can.sendAgain).toBe(true);
  const selfie = await take('selfie');
  const body = { media: [selfie], note: 'Better now?', submissionKey: 'a-form-of-this-browser' };
  const sent = await succeed(send(body));
  expect(sent).toMatchObject({
    strength: 'ordinary',
    reviewDueAt: after(72 * HOUR),
    media: [
      { uploadId: first[1]?.uploadId, isSentAgain: false },
      { ...selfie, isSentAgain: true },
    ],
    replacedMedia: [first[0]],
    amendment: { answer: body.note, isOpen: false, amendedAt: after(0) },
  });
  // The answer was lost, and the page sends it again.
  expect((await succeed(send(body))).amendment).toEqual(sent.amendment);
  expect((await send({ media: [await take('photo')] })).error.code).toBe('proof/sent-again');
  expect((await advertiser.request('GET', sent.replacedMedia[0]?.url ?? '')).status).toBe(200);

  for (const status of ['approved', 'rejected'] as const)
    expect((await decide(status, null)).error.code).toBe('proof/changed');
  expect((await succeed(decide('approved', sent.amendment?.amendedAt))).status).toBe('approved');
});

test('if no files come, silence waits for the rest of the review, and late files are refused', async () => {
  const { marketer, take, ask, send, read } = await sentSelfie();
  await succeed(ask());
  app.clock.advance(72 * HOUR);
  expect((await send({ media: [await take('selfie')] })).error.code).toBe('proof/again-too-late');
  expect(await read(marketer)).toMatchObject({ amendment: { isOpen: false }, can: { sendAgain: false } });
  app.clock.advance(72 * HOUR - MINUTE);
  await app.runDue();
  expect((await read(marketer)).status).toBe('pending');
  app.clock.advance(MINUTE);
  expect((await ask(undefined, { ...request, note: 'Now' })).error.code).toBe('proof/asked-already');
  await app.runDue();
  expect((await read(marketer)).status).toBe('approved');
});

test('a new link restarts the looks at the post, and the first one stays visible', async () => {
  const { advertiser, marketer, id, campaign, ask, send, read } = await sentPost();
  expect((await send({ postUrl: 'https://instagram.com/p/two' })).error.code).toBe('proof/not-asked');
  app.clock.advance(DAY);
  const live = { params: { id }, body: { reason: 'first-day', state: 'live' } as const };
  await succeed(advertiser.call(recordPostCheck, live));
  await succeed(ask());
  expect((await send({ postUrl: 'https://www.tiktok.com/@maya/video/1' })).error.code).toBe(
    'proof/wrong-platform',
  );
  const { postUrl } = await read(marketer);
  expect((await send({ postUrl: postUrl ?? '' })).error.code).toBe('proof/missing-media');
  const sent = await succeed(send({ postUrl: 'https://instagram.com/p/two' }));
  expect(sent).toMatchObject({
    postUrl: 'https://instagram.com/p/two',
    amendment: { firstPostUrl: postUrl },
    postChecks: [
      { reason: 'first-day', state: 'due', dueAt: after(DAY) },
      { reason: 'end', state: 'due', dueAt: campaign.closesAt },
    ],
  });
});

test('an approval ends the request, and a dispute can still reject the proof', async () => {
  const { advertiser, marketer, id, ask, send, decide, read } = await sentPost();
  await succeed(ask());
  const sql = (change: string) => app.database.asOwner(`update proof set ${change} where id = $1`, [id]);
  const by = `decided_at = '${after(0)}', review_notes = 'No'`;
  await expect(sql(`status = 'rejected', ${by}`)).rejects.toMatchObject({ code: 'PR006' });
  await expect(sql(`status = 'approved', ${by}`)).rejects.toMatchObject({ code: 'PR006' });
  await succeed(decide('approved'));
  expect((await send({ postUrl: 'https://instagram.com/p/two' })).error.code).toBe('proof/decided');
  expect((await read(marketer)).amendment?.isOpen).toBe(false);
  const reason = { params: { id }, body: { reason: 'I meant to wait for the new post.' } };
  const dispute = await succeed(advertiser.call(openDispute, reason));
  await handToAdmins(marketer, dispute.id);
  const body = { status: 'upheld', note: 'It shows another product.' } as const;
  await succeed((await app.signInAdmin()).call(decideDispute, { params: { id: dispute.id }, body }));
  expect((await read(marketer)).status).toBe('rejected');
  expect((await marketer.call(listPayments)).body).toMatchObject([{ amount: '0.00' }]);
});

test('a sign that is found later counts from the new files, and never makes the proof strong', async () => {
  const work = await runningCampaign(app, {
    proofRequirements: { videoDuration: 0, requireSelfie: true, requireLocationCheck: true },
  });
  const marketer = work.marketers[0] as Client;
  const params = { id: work.campaign.id };
  const session = await succeed(marketer.call(startSession, { params }));
  const fix = { latitude: 37.7897, longitude: -122.4, accuracy: 8 };
  await succeed(marketer.call(updateLocation, { params, body: fix }));
  app.clock.advance(MINUTE);
  await succeed(marketer.call(endSession, { params: { ...params, sessionId: session.id } }));
  const upload = async () => [
    {
      uploadId: await uploadFile(marketer, await scene((variant += 1)), 'proof', 'a.jpg'),
      kind: 'selfie' as const,
    },
  ];
  const body = { campaignId: work.campaign.id, sessionId: session.id, media: await upload() };
  const proof = await succeed(marketer.call(submitProof, { body }));
  await app.database.asOwner(
    `update proof set is_media_measured = true, presence = presence || '{"minutesInside": 240}' where id = $1`,
    [proof.id],
  );
  const { ask, send, read } = toCalls(work.advertiser, marketer, proof.id);
  await succeed(ask());
  app.clock.advance(HOUR);
  await succeed(send({ media: await upload() }));
  const expected = { strength: 'ordinary', reviewDueAt: after(72 * HOUR) };
  app.clock.advance(HOUR);
  await transact(app.deps.db, (tx) => addFoundSigns(tx, app.deps, session.id));
  expect(await read(marketer)).toMatchObject(expected);
});

test('after the review time nothing is asked', async () => {
  const { ask, read, advertiser } = await sentPost();
  app.clock.advance(72 * HOUR);
  expect((await read(advertiser)).can.askAgain).toBe(false);
  expect((await ask()).error.code).toBe('proof/review-over');
});
