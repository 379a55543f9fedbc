import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { listStuckMoney } from '#payments/admin-contract.ts';
import { listPayments } from '#payments/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { findLostWork } from '#tests/support/money/lost-work.ts';
import { picture } from '#tests/support/media.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { endSession, startSession, updateLocation } from '#tracking/contract.ts';
import { answerSigns, decideProof, getProof, submitProof } from '../../contract.ts';
import { decideWeakProof, listWeakProofs } from '../../weak-contract.ts';

let app: TestApp;
let advertiser: Client;
let marketer: Client;
let proofId: string;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

beforeEach(async () => {
  ({ advertiser, marketer, proofId } = await sendWeakProof());
});

async function sendWeakProof(): Promise<{ advertiser: Client; marketer: Client; proofId: string }> {
  const work = await runningCampaign(app, {
    proofRequirements: { videoDuration: 0, requireSelfie: true, requireLocationCheck: true },
  });
  const [worker] = work.marketers as [Client];
  const { id } = work.campaign;
  const session = (await worker.call(startSession, { params: { id } })).body;
  const points = Array.from({ length: 10 }, (_, minute) => ({
    latitude: 37.7897,
    longitude: -122.4,
    accuracy: 8,
    recordedAt: new Date(app.clock.now().getTime() + minute * MINUTE).toISOString(),
  }));
  app.clock.advance(10 * MINUTE);
  await worker.call(updateLocation, { params: { id }, body: { points } });
  await worker.call(endSession, { params: { id, sessionId: session.id } });
  const uploadId = await uploadFile(worker, await picture('jpeg'), 'proof', 'a.jpg');
  const media = [{ uploadId, kind: 'selfie' as const }];
  const { body } = await worker.call(submitProof, {
    body: { campaignId: id, sessionId: session.id, media },
  });
  expect(body.strength).toBe('weak');
  return { advertiser: work.advertiser, marketer: worker, proofId: body.id };
}

async function passReviewTime(): Promise<void> {
  app.clock.advance(72 * HOUR);
  await app.runDue();
  advertiser = await app.signIn('advertiser', advertiser.email);
  marketer = await app.signIn('marketer', marketer.email);
}

const decide = (admin: Client, status: 'approved' | 'rejected') =>
  admin.call(decideWeakProof, { params: { id: proofId }, body: { status, reviewNotes: 'The photo fits.' } });

it('are not approved by silence but listed for administrators, who decide once', async () => {
  expect((await decide(await app.signInAdmin(), 'approved')).error.code).toBe('proof/not-for-admins');
  await passReviewTime();
  expect((await marketer.call(getProof, { params: { id: proofId } })).body.status).toBe('pending');
  expect((await marketer.call(listPayments)).body).toEqual([]);
  expect(await findLostWork(app.deps, app.database)).toEqual([]);
  const admin = await app.signInAdmin();
  const listed = (await admin.call(listWeakProofs)).body.find(({ id }) => id === proofId);
  expect(listed?.can).toMatchObject({ approve: true, reject: true });
  expect((await decide(admin, 'approved')).body.status).toBe('approved');
  expect((await decide(admin, 'approved')).body.status).toBe('approved');
  expect((await decide(admin, 'rejected')).error.code).toBe('proof/decided');
  expect((await marketer.call(listPayments)).body).toHaveLength(1);
  expect((await admin.call(listWeakProofs)).body.map(({ id }) => id)).not.toContain(proofId);
});

it('are listed page by page, and told to administrators once', async () => {
  const other = await sendWeakProof();
  await passReviewTime();
  const admin = await app.signInAdmin();
  const pages: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await admin.call(listWeakProofs, { query: { limit: 1, cursor } });
    pages.push(...page.body.map(({ id }) => id));
    cursor = /cursor=([^&>]+)/.exec(String(page.headers['link'] ?? ''))?.[1];
    cursor = cursor && decodeURIComponent(cursor);
  } while (cursor);
  expect(new Set(pages).size).toBe(pages.length);
  expect(pages).toEqual(expect.arrayContaining([proofId, other.proofId]));

  app.clock.advance(HOUR);
  await app.runDue();
  const { rows } = await app.database.asOwner(
    `select href from notification where kind = 'proof.overdue' and ref = $1 and account_id = $2`,
    [proofId, admin.userId],
  );
  expect(rows).toEqual([{ href: '/admin?tab=proofs' }]);
});

it('are not decided by the marketer or the advertiser as an admin', async () => {
  await passReviewTime();
  for (const party of [marketer, advertiser]) {
    await app.database.asOwner(`update account set role_before_admin = role, role = 'admin' where id = $1`, [
      party.userId,
    ]);
    const { body } = await party.call(getProof, { params: { id: proofId } });
    expect(body.can).toMatchObject({ approve: false, reject: false });
    const refused = await decide(party, 'approved');
    expect([refused.status, refused.error.code]).toEqual([403, 'proof/own']);
  }
});

it('are in the Stuck list if no administrator decides them in time', async () => {
  await passReviewTime();
  const readStuck = async () => {
    const { body } = await (await app.signInAdmin()).call(listStuckMoney, { query: { limit: 100 } });
    return body.find(({ id }) => id === proofId);
  };
  app.clock.advance(71 * HOUR);
  expect(await readStuck()).toBeUndefined();
  app.clock.advance(2 * HOUR + MINUTE);
  expect(await readStuck()).toMatchObject({ kind: 'proof', can: { retry: false, cover: false } });
  await decide(await app.signInAdmin(), 'rejected');
  expect(await readStuck()).toBeUndefined();
});

it('can be explained by the marketer until they are decided, and the reviewer reads it', async () => {
  const answer = (client: Client, text = 'My phone lay in the café.') =>
    client.call(answerSigns, { params: { id: proofId }, body: { text } });
  const setSigns = (signals: object[]) =>
    app.database.asOwner(
      `update proof set presence = presence || jsonb_build_object('signals', $2::jsonb) where id = $1`,
      [proofId, JSON.stringify(signals)],
    );
  await setSigns([]);
  expect((await answer(marketer)).error.code).toBe('proof/no-signs');
  await setSigns([{ kind: 'frozen', weight: 'high', count: 10, firstAt: null }]);
  expect((await answer(await app.signIn('marketer'))).error.code).toBe('proof/not-found');
  expect((await answer(marketer, '')).status).toBe(400);
  expect((await answer(marketer)).body).toMatchObject({ can: { answerSigns: true } });
  await answer(marketer, 'It lay in the window.');
  const read = await advertiser.call(getProof, { params: { id: proofId } });
  expect(read.body).toMatchObject({ signsAnswer: 'It lay in the window.', can: { answerSigns: false } });
  await advertiser.call(decideProof, { params: { id: proofId }, body: { status: 'rejected' } });
  expect((await answer(marketer)).error.code).toBe('proof/decided');
});

it('can still be decided by the advertiser after the review time', async () => {
  await passReviewTime();
  const decision = { params: { id: proofId }, body: { status: 'approved' as const } };
  expect((await advertiser.call(decideProof, decision)).body.status).toBe('approved');
  expect((await decide(await app.signInAdmin(), 'rejected')).error.code).toBe('proof/decided');
});

it('cannot be approved without a person, whatever the code does', async () => {
  const silence = `update proof set status = 'approved', decided_at = now() where id = $1`;
  await expect(app.database.asOwner(silence, [proofId])).rejects.toMatchObject({
    constraint: 'proof_weak_is_decided_by_a_person',
  });
});
