import { handToAdmins } from '#tests/support/people/dispute.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decideDispute, openDispute } from '#disputes/contract.ts';
import { DAY, MINUTE, SECOND } from '#kernel/time.ts';
import { listNotifications } from '#notifications/contract.ts';
import { transact } from '#platform/server/db/transact.ts';
import { updateCompliance } from '#profiles/contract.ts';
import { decideProof, submitProof } from '#proofs/contract.ts';
import { endSession, getPresence, startSession, updateLocation } from '#tracking/contract.ts';
import { getTrack, listPresenceCells } from '#tracking/track-contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { readyMarketer, runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { picture } from '#tests/support/media.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { eraseForWithdrawnConsent } from '../../fixes/retention-service.ts';
import { updateSummary } from '../summary-service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({
    settings: { SESSION_IDLE_MS: String(20 * DAY), ADMIN_SESSION_IDLE_MS: String(20 * DAY) },
  });
});
afterAll(() => app.close());

const place = { latitude: 37.789731, longitude: -122.400417, accuracy: 8 };
const reason = 'The advertiser says that the marketer was not there.';

async function walked() {
  const requirements = { videoDuration: 0, requireSelfie: false, requireLocationCheck: true };
  const work = await runningCampaign(app, { proofRequirements: requirements });
  const marketer = work.marketers[0] as Client;
  const params = { id: work.campaign.id };
  const session = (await marketer.call(startSession, { params })).body;
  for (let step = 0; step <= 40; step += 1) {
    const body = { ...place, longitude: place.longitude + step * 1e-4 };
    if (step < 16 || step > 24) await marketer.call(updateLocation, { params, body });
    app.clock.advance(15 * SECOND);
  }
  await marketer.call(endSession, { params: { ...params, sessionId: session.id } });
  return { ...work, marketer, session };
}

async function disputed() {
  const work = await walked();
  const uploadId = await uploadFile(work.marketer, await picture('jpeg'), 'proof', 'a.jpg');
  const body = {
    campaignId: work.campaign.id,
    sessionId: work.session.id,
    media: [{ uploadId, kind: 'photo' as const }],
  };
  const proof = await work.marketer.call(submitProof, { body });
  expect(proof.status, proof.error?.message).toBe(201);
  const params = { id: proof.body.id };
  await work.advertiser.call(decideProof, { params, body: { status: 'rejected' } });
  const dispute = await work.marketer.call(openDispute, { params, body: { reason: 'I was there.' } });
  expect(dispute.status, dispute.error?.message).toBe(201);
  return { ...work, dispute: dispute.body };
}

const look = (client: Client, id: string, query: { reason?: string; dispute?: string } = {}) =>
  client.call(getTrack, { params: { id }, query });
const getErrorCode = async (answer: ReturnType<typeof look>) => (await answer).error.code;

const looksAt = async (sessionId: string) => {
  const { rows } = await app.database.asOwner(
    `select actor_id, reason, details from audit_entry where action = 'track.viewed' and object_id = $1`,
    [sessionId],
  );
  return rows;
};

describe('the marketer’s own track', () => {
  it('is exact, in order, with its gaps', async () => {
    const { marketer, session } = await walked();
    const { status, body } = await look(marketer, session.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      sessionId: session.id,
      startTime: session.startTime,
      zone: { radiusMeters: expect.any(Number) },
      erasedAt: null,
    });
    expect(body.points).toHaveLength(32);
    expect(body.points[1]).toEqual({
      time: new Date(Date.parse(session.startTime) + 15_000).toISOString(),
      latitude: place.latitude,
      longitude: place.longitude + 1e-4,
      accuracy: 8,
      isInZone: true,
    });
    const at = (seconds: number) => new Date(Date.parse(session.startTime) + seconds * SECOND).toISOString();
    expect(body.gaps).toEqual([{ from: at(15 * 15), to: at(25 * 15) }]);
    expect(await looksAt(session.id)).toEqual([]);
  });

  it('is hidden from other users', async () => {
    const { session, advertiser } = await walked();
    expect(await getErrorCode(look(app.visitor(), session.id))).toBe('auth/required');
    expect(await getErrorCode(look(advertiser, session.id))).toBe('auth/forbidden');
    expect(await getErrorCode(look(await readyMarketer(app), session.id))).toBe('session/not-found');
    expect(await getErrorCode(look(await app.signInAdmin(), session.id))).toBe('session/not-disputed');
  });
});

async function decide(admin: Client, id: string, sides: readonly Client[]) {
  const decision = { status: 'rejected' as const, note: 'I looked at the photos.' };
  for (const side of sides) await handToAdmins(side, id);
  expect((await admin.call(decideDispute, { params: { id }, body: decision })).status).toBe(200);
  await app.runDue();
  const told = [];
  for (const side of sides) {
    const { notifications } = (await side.call(listNotifications)).body;
    const decided = notifications.find(({ kind }) => kind === 'dispute.rejected');
    expect(decided?.text).toContain('I looked at the photos.');
    told.push(decided?.text.includes('exact route'));
  }
  return told;
}

describe('an admin', () => {
  it('sees it for an open dispute about this work, with a reason that is audited', async () => {
    const { session, dispute, marketer, advertiser } = await disputed();
    const admin = await app.signInAdmin();
    const { status, body } = await look(admin, session.id, { reason, dispute: dispute.id });
    expect(status).toBe(200);
    expect(body).toEqual((await look(marketer, session.id)).body);
    expect(await looksAt(session.id)).toEqual([
      { actor_id: admin.userId, reason, details: { disputeId: dispute.id } },
    ]);
    expect(await decide(admin, dispute.id, [marketer, advertiser])).toEqual([true, true]);
  });

  it('does not see it without a reason, for other work, or once the dispute is decided', async () => {
    const { session, dispute, marketer, advertiser } = await disputed();
    const other = await disputed();
    const admin = await app.signInAdmin();
    const silent = await look(admin, session.id, { dispute: dispute.id });
    expect([silent.status, Object.keys(silent.error.fields ?? {})]).toEqual([400, ['reason']]);
    expect(await getErrorCode(look(admin, session.id, { reason }))).toBe('session/not-disputed');
    const elsewhere = look(admin, session.id, { reason, dispute: other.dispute.id });
    expect(await getErrorCode(elsewhere)).toBe('session/not-disputed');
    expect(await decide(admin, dispute.id, [marketer, advertiser])).toEqual([false, false]);
    const late = look(admin, session.id, { reason, dispute: dispute.id });
    expect(await getErrorCode(late)).toBe('session/not-disputed');
    expect(await looksAt(session.id)).toEqual([]);
  });
});

describe('erased positions', () => {
  it('keep the summary, the cells, and a track that says when they were erased', async () => {
    const { marketer, session, advertiser, campaign } = await walked();
    const read = async () => [
      (await advertiser.call(getPresence, { params: { id: session.id } })).body.presence,
      (await advertiser.call(listPresenceCells, { params: { id: campaign.id } })).body,
    ];
    app.clock.advance(MINUTE);
    await app.runDue();
    const before = await read();
    expect(before[0]).toMatchObject({ fixes: 32 });
    expect(before[1]).not.toEqual({ cells: [] });
    await marketer.call(updateCompliance, { body: { locationConsent: false } });
    await app.runDue();
    const { body } = await look(marketer, session.id);
    expect(body).toMatchObject({ points: [], gaps: [], erasedAt: app.clock.now().toISOString() });
    expect(await read()).toEqual(before);
    const { rows } = await app.database.asOwner('select from location_fix where session_id = $1', [
      session.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('leave no new cell and no shape once consent is withdrawn', async () => {
    const [summedUp, fresh] = [await walked(), await walked()];
    const readCells = async ({ advertiser, campaign }: typeof fresh) =>
      (await advertiser.call(listPresenceCells, { params: { id: campaign.id } })).body.cells;
    await transact(app.deps.db, (tx) => updateSummary(tx, app.deps, { id: summedUp.session.id }));
    const shown = await readCells(summedUp);
    expect(shown).not.toEqual([]);
    for (const { marketer, session } of [summedUp, fresh]) {
      await app.database.asOwner(
        `insert into track_shape (session_id, shape, arrived_at) values ($1, 'made', now())`,
        [session.id],
      );
      await transact(app.deps.db, (tx) =>
        eraseForWithdrawnConsent(tx, app.deps, marketer.userId, app.clock.now()),
      );
      const { rows } = await app.database.asOwner('select from track_shape where session_id = $1', [
        session.id,
      ]);
      expect(rows).toEqual([]);
    }
    expect(await readCells(summedUp)).toEqual(shown);
    expect(await readCells(fresh)).toEqual([]);
    const { presence } = (await fresh.advertiser.call(getPresence, { params: { id: fresh.session.id } }))
      .body;
    expect(presence).toMatchObject({ fixes: 32 });
  });

  it('do not prevent the marketer from sending proof of presence', async () => {
    const { marketer, session, campaign } = await walked();
    await marketer.call(updateCompliance, { body: { locationConsent: false } });
    await app.runDue();
    const uploadId = await uploadFile(marketer, await picture('jpeg'), 'proof', 'a.jpg');
    const media = [{ uploadId, kind: 'photo' as const }];
    const body = { campaignId: campaign.id, sessionId: session.id, media };
    const sent = await marketer.call(submitProof, { body });
    expect([sent.status, sent.body.presence?.fixes], sent.error?.message).toEqual([201, 32]);
  });
});
