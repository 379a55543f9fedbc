import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decideDispute, openDispute } from '#disputes/contract.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { updateCompliance } from '#profiles/contract.ts';
import { decideProof, getProof, submitProof } from '#proofs/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { picture } from '#tests/support/media.ts';
import { STORY_LIMIT_MS } from '#tests/support/patience.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { endSession, FIXES_KEPT_MS, getPresence, startSession, updateLocation } from '../../contract.ts';

let app: TestApp;
let jpeg: Buffer;
beforeAll(async () => {
  app = await testApp();
  jpeg = await picture('jpeg');
});
afterAll(() => app.close());

const place = { latitude: 37.789731, longitude: -122.400417, accuracy: 8 };
const proofRequirements = { videoDuration: 0, requireSelfie: true, requireLocationCheck: false };
const again = (marketer: Client) => app.signIn('marketer', marketer.email);

async function worked() {
  const { campaign, advertiser, marketers } = await runningCampaign(app, { proofRequirements });
  const marketer = marketers[0] as Client;
  const sessionId = await track(marketer, campaign.id);
  return { campaign, advertiser, marketer, sessionId };
}

async function track(marketer: Client, id: string): Promise<string> {
  const session = await marketer.call(startSession, { params: { id } });
  expect(session.status, session.error?.message).toBe(201);
  const points = Array.from({ length: 21 }, (_, step) => ({
    ...place,
    recordedAt: new Date(app.clock.now().getTime() + step * 15 * SECOND).toISOString(),
  }));
  app.clock.advance(5 * MINUTE);
  const sent = await marketer.call(updateLocation, { params: { id }, body: { points } });
  expect(sent.status, sent.error?.message).toBe(200);
  await marketer.call(endSession, { params: { id, sessionId: session.body.id } });
  return session.body.id;
}

async function prove(marketer: Client, campaignId: string): Promise<string> {
  const uploadId = await uploadFile(marketer, jpeg, 'proof', 'a.jpg');
  const sent = await marketer.call(submitProof, {
    body: { campaignId, media: [{ uploadId, kind: 'selfie' }] },
  });
  expect(sent.status, sent.error?.message).toBe(201);
  return sent.body.id;
}

async function countFixes(sessionId: string): Promise<number> {
  const { rows } = await app.database.asOwner(
    'select count(*)::int as fixes from location_fix where session_id = $1',
    [sessionId],
  );
  return rows[0]?.['fixes'];
}

async function countProfiles(sessionId: string): Promise<number> {
  const { rows } = await app.database.asOwner(
    'select count(*)::int as profiles from track_profile where session_id = $1',
    [sessionId],
  );
  return rows[0]?.['profiles'];
}

async function sessionRow(sessionId: string) {
  const { rows } = await app.database.asOwner(
    'select erase_fixes_at as "eraseFixesAt", fixes_erased_at as "fixesErasedAt" from tracking_session where id = $1',
    [sessionId],
  );
  return rows[0];
}

async function at(moment: Date | string): Promise<void> {
  app.clock.set(moment);
  await app.runDue();
  app.clock.advance(HOUR);
  await app.runDue();
}

const after = (moment: Date, milliseconds: number) => new Date(moment.getTime() + milliseconds);

describe('exact positions', () => {
  it('are erased 30 days after the proof is decided, and the summary stays', async () => {
    const { campaign, advertiser, marketer, sessionId } = await worked();
    const proofId = await prove(marketer, campaign.id);
    const decidedAt = app.clock.now();
    await advertiser.call(decideProof, { params: { id: proofId }, body: { status: 'approved' } });
    await app.runDue();
    const readPresence = async () => {
      const answer = await (await again(marketer)).call(getPresence, { params: { id: sessionId } });
      return answer.body.presence;
    };
    const before = await readPresence();
    expect(before).toMatchObject({ minutesInside: 5, fixes: 21 });

    await at(after(decidedAt, FIXES_KEPT_MS - 2 * HOUR));
    expect([await countFixes(sessionId), await countProfiles(sessionId)]).toEqual([21, 1]);
    await at(after(decidedAt, FIXES_KEPT_MS));
    expect([await countFixes(sessionId), await countProfiles(sessionId)]).toEqual([0, 0]);
    expect((await sessionRow(sessionId))?.['fixesErasedAt']).not.toBeNull();
    expect(await readPresence()).toEqual(before);
  });

  it('stay while a rejection is disputed, and are erased 30 days after that', async () => {
    const { campaign, advertiser, marketer, sessionId } = await worked();
    const proofId = await prove(marketer, campaign.id);
    await advertiser.call(decideProof, {
      params: { id: proofId },
      body: { status: 'rejected', reviewNotes: 'Another person' },
    });
    const dispute = await marketer.call(openDispute, {
      params: { id: proofId },
      body: { reason: 'It is me.' },
    });
    expect(dispute.status, dispute.error?.message).toBe(201);
    await at(after(app.clock.now(), FIXES_KEPT_MS + 20 * DAY));
    expect(await countFixes(sessionId)).toBe(21);
    expect(await sessionRow(sessionId)).toEqual({ eraseFixesAt: null, fixesErasedAt: null });

    const admin = await app.signInAdmin();
    const decided = await admin.call(decideDispute, {
      params: { id: dispute.body.id },
      body: { status: 'rejected', note: 'It is not.' },
    });
    expect(decided.status, decided.error?.message).toBe(200);
    const goAt = after(app.clock.now(), FIXES_KEPT_MS);
    await at(after(app.clock.now(), DAY));
    expect(await sessionRow(sessionId)).toEqual({ eraseFixesAt: goAt, fixesErasedAt: null });
    await at(goAt);
    expect(await countFixes(sessionId)).toBe(0);
  });

  it('are erased 30 days after the campaign’s end if there is no proof', async () => {
    const { campaign, sessionId } = await worked();
    const closesAt = new Date(campaign.closesAt ?? '');
    await at(after(closesAt, FIXES_KEPT_MS - 2 * HOUR));
    expect(await countFixes(sessionId)).toBe(21);
    await at(after(closesAt, FIXES_KEPT_MS));
    expect(await countFixes(sessionId)).toBe(0);
  });

  it('are erased at once when consent is withdrawn, even if a proof is pending, and no more are accepted', async () => {
    const { campaign, advertiser, marketer, sessionId: first } = await worked();
    const second = await track(marketer, campaign.id);
    const proofId = await prove(marketer, campaign.id);
    const running = await marketer.call(startSession, { params: { id: campaign.id } });
    await marketer.call(updateLocation, { params: { id: campaign.id }, body: place });
    await marketer.call(updateCompliance, { body: { locationConsent: false } });
    await app.runDue();
    for (const id of [first, second, running.body.id]) expect(await countFixes(id)).toBe(0);
    const seen = await advertiser.call(getPresence, { params: { id: first } });
    expect(seen.body.presence).toMatchObject({ minutesInside: 5, fixes: 21 });
    const proof = await advertiser.call(getProof, { params: { id: proofId } });
    expect(proof.body).toMatchObject({
      status: 'pending',
      presence: { sessions: 2, minutesInside: 10, fixes: 42 },
    });

    const other = await worked();
    expect(await countFixes(other.sessionId)).toBe(21);

    await marketer.call(updateCompliance, { body: { locationConsent: true } });
    for (const [sessionId, code] of [
      [first, 'session/proof-sent'],
      [running.body.id, 'compliance/location-consent'],
    ] as const) {
      const late = await marketer.call(updateLocation, {
        params: { id: campaign.id },
        body: { ...place, sessionId },
      });
      expect(late.error.code).toBe(code);
      expect(await countFixes(sessionId)).toBe(0);
    }
  });

  it('are erased by the next sweep if a withdrawal of consent was missed', async () => {
    const [gone, again, stays] = [await worked(), await worked(), await worked()];
    await app.database.asOwner('update profile set location_consent_at = null where account_id = $1', [
      gone.marketer.userId,
    ]);
    await app.database.asOwner(`update tracking_session set end_reason = 'consent-withdrawn' where id = $1`, [
      again.sessionId,
    ]);
    await at(after(app.clock.now(), 2 * HOUR));
    expect([await countFixes(gone.sessionId), await countFixes(again.sessionId)]).toEqual([0, 0]);
    expect(await countFixes(stays.sessionId)).toBe(21);
  });

  it('of many sessions are erased page by page', { timeout: STORY_LIMIT_MS }, async () => {
    const { sessionId } = await worked();
    await app.database.asOwner(
      `with copied as (
         insert into tracking_session
           (id, campaign_id, application_id, marketer_id, status, started_at, last_heard_at, ended_at, end_reason)
         select gen_random_uuid(), campaign_id, application_id, marketer_id, status, started_at, last_heard_at,
                ended_at + (n % 7) * interval '1 minute', end_reason
           from tracking_session, generate_series(1, 230) n where id = $1
         returning id
       )
       insert into location_fix (session_id, recorded_at, received_at, lat, lng, accuracy)
       select copied.id, f.recorded_at, f.received_at, f.lat, f.lng, f.accuracy
         from copied, (select * from location_fix where session_id = $1 limit 2) f`,
      [sessionId],
    );
    await at(after(app.clock.now(), FIXES_KEPT_MS + 2 * DAY));
    const { rows } = await app.database.asOwner(
      `select count(*)::int as kept from location_fix f
        where session_id in (select id from tracking_session where marketer_id =
          (select marketer_id from tracking_session where id = $1))`,
      [sessionId],
    );
    expect(rows[0]?.['kept']).toBe(0);
  });
});
