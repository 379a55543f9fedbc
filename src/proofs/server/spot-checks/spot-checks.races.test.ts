import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE, SECOND } from '#kernel/time.ts';
import { endSession, startSession, updateLocation } from '#tracking/contract.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { picture } from '#tests/support/media.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { getProof, submitProof } from '../../contract.ts';
import { issueCapturePermit } from '../../media-contract.ts';
import { answerSpotCheck } from '../../spot-check-contract.ts';

const AT_ONCE = 8;

let database: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  database = await serverDatabase({ poolSize: 20 });
  app = await testApp({ database });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

async function trackedWork() {
  const proofRequirements = { videoDuration: 0, requireLocationCheck: true, spotChecks: 2 };
  const { campaign, marketers } = await runningCampaign(app, { proofRequirements });
  const marketer = marketers[0] as Client;
  const params = { id: campaign.id };
  const deviceId = app.deps.random.uuid();
  const session = await succeed(marketer.call(startSession, { params, body: { deviceId } }));
  await succeed(
    marketer.call(updateLocation, {
      params,
      body: { latitude: 37.789731, longitude: -122.400417, accuracy: 8, deviceId },
    }),
  );
  return { campaign, marketer, params, sessionId: session.id };
}
type Work = Awaited<ReturnType<typeof trackedWork>>;

async function askedWork() {
  const work = await trackedWork();
  const { rows } = await database.asOwner(
    'update spot_check set ask_at = $2 where session_id = $1 and number = 1 returning id',
    [work.sessionId, app.clock.now()],
  );
  return { ...work, checkId: String(rows[0]?.['id']) };
}

async function preparePhoto({ marketer, params }: Work) {
  const permit = await succeed(marketer.call(issueCapturePermit, { params }));
  const uploadId = await uploadFile(marketer, await picture('jpeg'), 'proof', 'a.jpg');
  return { uploadId, capture: { permitId: permit.id, takenAt: app.clock.now().toISOString() } };
}

async function countClaimed({ marketer }: Work): Promise<number> {
  const { rows } = await database.asOwner(
    "select count(*)::int as claimed from upload where owner_id = $1 and state = 'claimed'",
    [marketer.userId],
  );
  return Number(rows[0]?.['claimed']);
}

test('several photos of one check sent at once: one counts, and all get the same answer', async () => {
  const work = await askedWork();
  const bodies = [];
  while (bodies.length < AT_ONCE) bodies.push(await preparePhoto(work));
  const answers = await Promise.all(
    bodies.map((body) => work.marketer.call(answerSpotCheck, { params: { id: work.checkId }, body })),
  );
  expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200));
  expect(new Set(answers.map(({ body }) => body.photo?.uploadId)).size).toBe(1);
  expect(await countClaimed(work)).toBe(1);
});

test('a photo at the end of the ten minutes either counts or claims nothing', async () => {
  const work = await askedWork();
  const [body, other] = [await preparePhoto(work), await preparePhoto(work)];
  const send = (each: typeof body) =>
    work.marketer.call(answerSpotCheck, { params: { id: work.checkId }, body: each });
  const first = send(body);
  app.clock.advance(10 * MINUTE + SECOND);
  const answers = [await first, await send(other)];
  const isPassed = answers[0]?.status === 200;
  expect(answers.map(({ status }) => status)).toEqual(isPassed ? [200, 200] : [409, 409]);
  expect(await countClaimed(work)).toBe(isPassed ? 1 : 0);
});

test('a photo, the end of the session, and the proof at once: the proof shows the passed check', async () => {
  const work = await askedWork();
  const { marketer, params, sessionId, campaign, checkId } = work;
  const [body, selfie] = [await preparePhoto(work), await preparePhoto(work)];
  const send = () =>
    marketer.call(submitProof, {
      body: { campaignId: campaign.id, sessionId, media: [{ ...selfie, kind: 'selfie' }] },
    });
  const [answer, , early] = await Promise.all([
    marketer.call(answerSpotCheck, { params: { id: checkId }, body }),
    marketer.call(endSession, { params: { ...params, sessionId } }),
    send(),
  ]);
  expect(answer.status, answer.error?.message).toBe(200);
  const proof = early.status === 201 ? early.body : await succeed(send());
  const shown = await succeed(marketer.call(getProof, { params: { id: proof.id } }));
  expect(shown.spotChecks).toMatchObject([{ state: 'passed', photo: { uploadId: body.uploadId } }]);
});

test('sessions that start at once draw no more checks than the campaign asks for', async () => {
  const { marketer, params, sessionId } = await trackedWork();
  await database.asOwner('update spot_check set ask_at = $2 where session_id = $1 and number = 1', [
    sessionId,
    app.clock.now(),
  ]);
  const ids = Array.from({ length: AT_ONCE }, () => app.deps.random.uuid());
  await Promise.all(
    ids.map((deviceId) => marketer.call(startSession, { params, body: { deviceId, takesOver: true } })),
  );
  const { rows } = await database.asOwner(
    `select c.number, s.status from spot_check c join tracking_session s on s.id = c.session_id
     where s.campaign_id = $1 order by c.number`,
    [params.id],
  );
  expect(rows).toEqual([
    { number: 1, status: 'ended' },
    { number: 2, status: 'running' },
  ]);
});
