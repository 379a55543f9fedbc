import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportOwnData } from '#auth/account-contract.ts';
import { listNotifications } from '#notifications/contract.ts';
import { createCampaign } from '#campaigns/form-contract.ts';
import { wearableForm } from '#campaigns/sample.ts';
import { addMilliseconds, formatTimeIn, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { endSession, getOwnSession, startSession, updateLocation } from '#tracking/contract.ts';
import { fileUrl } from '#uploads/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { recording, scene } from '#tests/support/media.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { inside, takePhoto, walkInside } from '#tests/support/people/sent-proofs.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { decideProof, getProof, submitProof } from '../../contract.ts';
import { answerSpotCheck } from '../../spot-check-contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

let variant = 500;
const nextScene = () => scene((variant += 1));

async function startedWork(spotChecks = 1) {
  const { campaign, advertiser, marketers } = await runningCampaign(app, {
    duration: 30,
    proofRequirements: { videoDuration: 0, requireSelfie: true, requireLocationCheck: true, spotChecks },
  });
  const marketer = marketers[0] as Client;
  const params = { id: campaign.id };
  const session = await succeed(marketer.call(startSession, { params }));
  return { campaign, advertiser, marketer, params, sessionId: session.id };
}
type Work = Awaited<ReturnType<typeof startedWork>>;

const listRows = async ({ campaign }: Pick<Work, 'campaign'>) => {
  const { rows } = await app.database.asOwner(
    `select c.id, c.number, c.ask_at, c.code from spot_check c join tracking_session s on s.id = c.session_id
     where s.campaign_id = $1 order by c.number`,
    [campaign.id],
  );
  return rows as { id: string; number: number; ask_at: Date; code: string }[]; // the columns above
};
async function askIn(work: Work, milliseconds: number, number = 1): Promise<string> {
  const { id = '' } = (await listRows(work)).find((row) => row.number === number) ?? {};
  const at = new Date(app.clock.now().getTime() + milliseconds);
  await app.database.asOwner('update spot_check set ask_at = $2 where id = $1', [id, at]);
  return id;
}

const photo = async ({ marketer, campaign }: Work, content?: Buffer) =>
  takePhoto(app, marketer, campaign.id, content ?? (await nextScene()));

const ownChecks = async ({ marketer, params }: Work) =>
  (await succeed(marketer.call(getOwnSession, { params }))).spotChecks;

async function stop({ marketer, params, sessionId }: Work): Promise<void> {
  await succeed(marketer.call(endSession, { params: { ...params, sessionId } }));
}

async function send(work: Work) {
  const { marketer, campaign, sessionId } = work;
  const media = [{ ...(await photo(work)), kind: 'selfie' as const }];
  return succeed(marketer.call(submitProof, { body: { campaignId: campaign.id, sessionId, media } }));
}

test('nothing shows a check before it is asked, not even to its marketer', async () => {
  const work = await startedWork(2);
  const rows = await listRows(work);
  expect(rows).toHaveLength(2);
  expect(await ownChecks(work)).toBeUndefined();
  const id = await askIn(work, MINUTE);
  const answer = { params: { id }, body: await photo(work) };
  expect((await work.marketer.call(answerSpotCheck, answer)).error.code).toBe('check/not-found');
  const again = await app.signIn('marketer', work.marketer.email);
  const exported = await again.request('GET', exportOwnData.path);
  expect(exported.status).toBe(200);
  expect(JSON.stringify(exported.body)).toContain(work.sessionId);
  for (const { code } of rows) expect(JSON.stringify(exported.body)).not.toContain(code);
});

test('the marketer is notified once when a check begins, and passes it with a photo of the page', async () => {
  const other = await startedWork();
  const work = await startedWork();
  const id = await askIn(work, 2 * MINUTE);
  app.clock.advance(2 * MINUTE);
  await app.runDue();
  app.clock.advance(MINUTE);
  await app.runDue();
  const { notifications } = await succeed(work.marketer.call(listNotifications));
  const until = formatTimeIn('America/Los_Angeles', addMilliseconds(app.clock.now(), 9 * MINUTE));
  expect(notifications.filter(({ kind }) => kind === 'tracking.spot-check')).toMatchObject([
    { text: expect.stringContaining(until) },
  ]);
  const [row] = await listRows(work);
  expect(await ownChecks(work)).toMatchObject([
    { id, state: 'asked', code: row?.code, millisecondsLeft: 9 * MINUTE },
  ]);

  const { uploadId, capture } = await photo(work);
  const foreign = { permitId: (await photo(other)).capture.permitId, takenAt: capture.takenAt };
  const answer = (body: { uploadId: string; capture: typeof capture }, client = work.marketer) =>
    client.call(answerSpotCheck, { params: { id }, body });
  expect((await answer({ uploadId, capture: foreign })).error.code).toBe('check/not-from-page');
  expect((await answer({ uploadId, capture }, other.marketer)).error.code).toBe('check/not-found');
  const film = await uploadFile(work.marketer, recording(2), 'proof', 'a.webm');
  expect((await answer({ uploadId: film, capture })).error.code).toBe('upload/wrong-type');

  const passed = await succeed(answer({ uploadId, capture }));
  expect(passed).toMatchObject({ state: 'passed', code: row?.code, photo: { uploadId } });
  app.clock.advance(HOUR);
  expect(await succeed(answer(await photo(work)))).toEqual(passed);
});

test('after ten minutes it is missed', async () => {
  const work = await startedWork();
  const id = await askIn(work, 0);
  const body = await photo(work);
  app.clock.advance(10 * MINUTE + SECOND);
  expect((await work.marketer.call(answerSpotCheck, { params: { id }, body })).error.code).toBe(
    'check/missed',
  );
  expect(await ownChecks(work)).toMatchObject([{ state: 'missed', millisecondsLeft: 0 }]);
});

test('the end of a session voids what was not asked, and a new one draws only what is left', async () => {
  const work = await startedWork(2);
  await askIn(work, 0);
  app.clock.advance(MINUTE);
  await stop(work);
  expect(await listRows(work)).toMatchObject([{ number: 1 }]);
  await succeed(work.marketer.call(startSession, { params: work.params }));
  const [first, second, ...more] = await listRows(work);
  expect(more).toEqual([]);
  expect(Number(second?.ask_at) - Number(first?.ask_at)).toBeGreaterThanOrEqual(10 * MINUTE);
});

test('a check that is open or missed keeps a proof from being strong, and its photo is part of the proof', async () => {
  const work = await startedWork(2);
  await walkInside(app, work.marketer, work.campaign.id);
  const id = await askIn(work, -MINUTE);
  await askIn(work, HOUR, 2);
  await stop(work);
  const proof = await send(work);
  expect([proof.strength, proof.presence?.signals, proof.signs]).toEqual(['ordinary', [], []]);
  expect(proof.spotChecks).toMatchObject([{ state: 'asked', code: null, photo: null }]);

  const body = await photo(work);
  await succeed(work.marketer.call(answerSpotCheck, { params: { id }, body }));
  const seen = await succeed(work.advertiser.call(getProof, { params: { id: proof.id } }));
  expect(seen.strength).toBe('strong');
  expect(seen.spotChecks).toMatchObject([{ state: 'passed', photo: { uploadId: body.uploadId } }]);
  expect(seen.spotChecks[0]?.code).toMatch(/^[A-Z0-9]{5}$/);
  expect((await work.advertiser.request('GET', fileUrl(body.uploadId))).status).toBe(200);
  const stranger = await app.signIn('advertiser');
  expect((await stranger.request('GET', fileUrl(body.uploadId))).status).toBe(404);
});

test('a photo from before the check was asked is a sign of the proof', async () => {
  const work = await startedWork();
  await succeed(work.marketer.call(updateLocation, { params: work.params, body: inside }));
  const body = await photo(work);
  app.clock.advance(10 * MINUTE);
  const id = await askIn(work, 0);
  await succeed(work.marketer.call(answerSpotCheck, { params: { id }, body }));
  app.clock.advance(MINUTE);
  await stop(work);
  expect((await send(work)).signs).toMatchObject([{ kind: 'clock', check: 1 }]);
});

test('a photo that is in another proof is a sign of the proof', async () => {
  const [earlier, work] = [await startedWork(0), await startedWork()];
  const image = await nextScene();
  await succeed(earlier.marketer.call(updateLocation, { params: earlier.params, body: inside }));
  await stop(earlier);
  const media = [{ ...(await photo(earlier, image)), kind: 'selfie' as const }];
  await succeed(earlier.marketer.call(submitProof, { body: { campaignId: earlier.campaign.id, media } }));

  const id = await askIn(work, 0);
  await succeed(work.marketer.call(updateLocation, { params: work.params, body: inside }));
  const body = await photo(work, image);
  await succeed(work.marketer.call(answerSpotCheck, { params: { id }, body }));
  app.clock.advance(MINUTE);
  await stop(work);
  const proof = await send(work);
  expect(proof.signs).toEqual([{ kind: 'same-image', weight: 'high', file: null, check: 1, amount: null }]);
  expect(proof.strength).toBe('weak');
  await succeed(
    work.advertiser.call(decideProof, { params: { id: proof.id }, body: { status: 'rejected' } }),
  );
  // The checks are those of the place, so a new proof shows them too.
  expect((await send(work)).spotChecks).toHaveLength(1);
});

test('a campaign without a location check cannot ask for checks', async () => {
  const advertiser = await app.signIn('advertiser');
  const proofRequirements = { requireLocationCheck: false, spotChecks: 1 };
  const body = wearableForm(app.clock.now(), { proofRequirements });
  const { status, error } = await advertiser.call(createCampaign, { body });
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['proofRequirements.spotChecks']]);
});
