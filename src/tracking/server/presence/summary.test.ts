import { latLngToCell } from 'h3-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, MINUTE, SECOND } from '#kernel/time.ts';
import { getProof, submitProof } from '#proofs/contract.ts';
import {
  endSession,
  getOwnSession,
  getPresence,
  listLiveLocations,
  startSession,
  updateLocation,
} from '#tracking/contract.ts';
import { listPresenceCells } from '#tracking/track-contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { picture } from '#tests/support/media.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { updateDueSummaries } from './summary-service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({
    settings: { SESSION_IDLE_MS: String(20 * DAY), ADMIN_SESSION_IDLE_MS: String(20 * DAY) },
  });
});
afterAll(() => app.close());

const place = { latitude: 37.789731, longitude: -122.400417, accuracy: 8 };
const requirements = { videoDuration: 0, requireSelfie: false, requireLocationCheck: true };

async function working(people = 1) {
  const work = await runningCampaign(app, { proofRequirements: requirements }, people);
  const id = work.campaign.id;
  const start = async (marketer: Client) => (await marketer.call(startSession, { params: { id } })).body;
  const marketer = work.marketers[0] as Client;
  return { ...work, id, start, marketer, session: await start(marketer) };
}
type Working = Awaited<ReturnType<typeof working>>;

async function stand({ id, marketer, advertiser }: Working, minutes: number) {
  const shown = [];
  for (let step = 0; step < minutes * 4; step += 1) {
    await marketer.call(updateLocation, { params: { id }, body: place });
    const [location] = (await advertiser.call(listLiveLocations, { params: { id } })).body;
    shown.push(location);
    app.clock.advance(15 * SECOND);
  }
  return shown;
}

const stop = ({ id, marketer, session }: Working) =>
  marketer.call(endSession, { params: { id, sessionId: session.id } });
const loadPresence = async ({ advertiser, session }: Working) =>
  (await advertiser.call(getPresence, { params: { id: session.id } })).body.presence;
const loadExact = async ({ marketer, session }: Working) =>
  (await marketer.call(getPresence, { params: { id: session.id } })).body.presence;
const cellsFor = (client: Client, id: string) => client.call(listPresenceCells, { params: { id } });

async function kept({ session }: Working) {
  const { rows } = await app.database.asOwner(
    'select presence, computed_at from session_summary where session_id = $1',
    [session.id],
  );
  return rows[0];
}

describe('a summary', () => {
  it('is computed from the fixes while the session runs, and saved once it has ended', async () => {
    const work = await working();
    await stand(work, 3);
    expect(await loadPresence(work)).toMatchObject({ fixes: 12, minutesInside: 5 });
    expect(await kept(work)).toBeUndefined();
    await stop(work);
    const atTheEnd = await loadExact(work);
    expect(atTheEnd).toMatchObject({ fixes: 12, minutesInside: 2.8 });
    app.clock.advance(MINUTE);
    await app.runDue();
    expect(await kept(work)).toEqual({ presence: atTheEnd, computed_at: app.clock.now() });
    expect(await loadExact(work)).toEqual(atTheEnd);
  });

  it('has no signs until the first check, which runs during the session', async () => {
    const work = await working();
    await stand(work, 1);
    expect(await loadPresence(work)).toMatchObject({ fixes: 4 });
    expect((await loadPresence(work)).signals).toBeUndefined();
    app.clock.advance(10 * MINUTE);
    await app.runDue();
    expect((await loadPresence(work)).signals).toEqual(expect.any(Array));
  });

  it('includes late positions at once when it is requested', async () => {
    const work = await working();
    await stand(work, 3);
    const recordedAt = new Date(app.clock.now().getTime() - SECOND).toISOString();
    app.clock.advance(40 * MINUTE);
    await app.runDue();
    app.clock.advance(MINUTE);
    await app.runDue();
    const { presence: early } = await kept(work);
    // Silence has ended it. The half hour until then is not the marketer's gap.
    expect(early).toMatchObject({ fixes: 12, longestGapSeconds: 15 });
    const body = { points: [{ ...place, recordedAt }], sessionId: work.session.id };
    await work.marketer.call(updateLocation, { params: { id: work.id }, body });
    expect(await loadPresence(work)).toMatchObject({ fixes: 13, minutesInside: 3 });
    app.clock.advance(MINUTE);
    await app.runDue();
    expect((await kept(work)).presence).toEqual(await loadExact(work));
  });

  it('is stored with the proof, with everything that arrived by then', async () => {
    const work = await working();
    await stand(work, 3);
    await stop(work);
    const uploadId = await uploadFile(work.marketer, await picture('jpeg'), 'proof', 'a.jpg');
    const media = [{ uploadId, kind: 'photo' as const }];
    const sent = await work.marketer.call(submitProof, { body: { campaignId: work.id, media } });
    expect(sent.status, sent.error?.message).toBe(201);
    const { presence } = (await work.marketer.call(getProof, { params: { id: sent.body.id } })).body;
    expect(presence).toMatchObject({ fixes: 12, minutesInside: 2.8, signals: expect.any(Array) });
    expect((await kept(work)).presence).toEqual(presence);
  });

  it('that fails does not delay the others', async () => {
    const [broken, other] = [await working(), await working()];
    for (const work of [broken, other]) {
      await stand(work, 1);
      await stop(work);
    }
    await app.database.asOwner(`
      create function refuse_summary() returns trigger language plpgsql as
        $$ begin if new.session_id = '${broken.session.id}' then raise 'not now'; end if; return new; end $$;
      create trigger refuse_summary before insert on session_summary
        for each row execute function refuse_summary();`);
    app.clock.advance(MINUTE);
    await app.runDue();
    expect(await kept(broken)).toBeUndefined();
    expect(await kept(other)).toMatchObject({ presence: { fixes: 4 } });
    expect(await loadPresence(broken)).toMatchObject({ fixes: 4 });
    await app.database.asOwner(
      'drop trigger refuse_summary on session_summary; drop function refuse_summary',
    );
    app.clock.advance(MINUTE);
    await app.runDue();
    expect(await kept(broken)).toMatchObject({ presence: { fixes: 4 } });
  });

  it('of the newest session comes first, and the next run continues after a minute', async () => {
    const works: Working[] = [];
    for (let number = 0; number < 3; number += 1) {
      works.push(await working());
      app.clock.advance(MINUTE);
    }
    for (const work of works) {
      await stand(work, 1);
      await stop(work);
    }
    let looks = 0;
    const clock = { now: () => new Date(app.clock.now().getTime() + 30 * SECOND * (looks += 1)) };
    const finished = async () => {
      await updateDueSummaries({ ...app.deps, clock });
      const { rows } = await app.database.asOwner(
        'select summary_due as "isDue" from tracking_session where id = any($1) order by started_at',
        [works.map(({ session }) => session.id)],
      );
      return rows.map(({ isDue }) => !isDue);
    };
    expect(await finished()).toEqual([false, false, true]);
    expect(await finished()).toEqual([false, true, true]);
    expect(await finished()).toEqual([true, true, true]);
  });

  it('reads the first of many positions in a second', async () => {
    const work = await working();
    app.clock.advance(10 * SECOND);
    const until = app.clock.now().getTime();
    const points = Array.from({ length: 90 }, (_, index) => ({
      ...place,
      recordedAt: new Date(until - index * 100).toISOString(),
    }));
    await work.marketer.call(updateLocation, { params: { id: work.id }, body: { points } });
    await stop(work);
    expect(await loadPresence(work)).toMatchObject({ fixes: 10 });
  });
});

describe('a heat map', () => {
  it('has exactly the cells that the live map has shown, with their minutes and no fix', async () => {
    const work = await working();
    const shown = await stand(work, 25);
    await stop(work);
    app.clock.advance(MINUTE);
    await app.runDue();
    const { status, body } = await cellsFor(work.advertiser, work.id);
    expect(status).toBe(200);
    const live = new Set(
      shown.map((location) => latLngToCell(location?.latitude ?? 0, location?.longitude ?? 0, 8)),
    );
    expect(new Set(body.cells.map(({ cell }) => cell))).toEqual(live);
    const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0);
    expect(sum(body.cells.map(({ fixes }) => fixes))).toBe(100);
    expect(sum(body.cells.map(({ minutes }) => minutes))).toBeCloseTo(24.75, 0);
    for (const { boundary, tenMinutes, fixes } of body.cells) {
      expect(boundary.length).toBeGreaterThanOrEqual(5);
      expect(sum(tenMinutes.map((slot) => slot.fixes))).toBe(fixes);
      expect(tenMinutes.map(({ from }) => Date.parse(from) % (10 * MINUTE))).toEqual(tenMinutes.map(() => 0));
    }
    expect(JSON.stringify(body)).not.toMatch(/37\.78973|122\.40041/);
  });

  it('counts as a look that the marketer is told about', async () => {
    const { marketer, advertiser, id } = await working();
    await cellsFor(advertiser, id);
    const { body } = await marketer.call(getOwnSession, { params: { id } });
    expect(body.session?.watchedBy).toEqual({ viewers: 1, lastAt: app.clock.now().toISOString() });
  });

  it('grows during a session, and shows no marketer on the way', async () => {
    const work = await working();
    const away = { ...place, latitude: place.latitude + 0.05 };
    await work.marketer.call(updateLocation, { params: { id: work.id }, body: away });
    await stand(work, 11);
    await app.runDue();
    const { cells } = (await cellsFor(work.advertiser, work.id)).body;
    expect(cells.reduce((sum, { fixes }) => sum + fixes, 0)).toBe(43);
    expect((await kept(work)).presence).toMatchObject({ fixes: 44 });
    await stand(work, 2);
    expect(await loadPresence(work)).toMatchObject({ fixes: 52 });
  });

  it('is for the advertiser and admins, whose looks are audited', async () => {
    const work = await working();
    const admin = await app.signInAdmin();
    expect((await cellsFor(work.advertiser, work.id)).body).toEqual({ cells: [] });
    expect((await cellsFor(work.marketer, work.id)).status).toBe(403);
    expect((await cellsFor(app.visitor(), work.id)).status).toBe(401);
    expect((await cellsFor(await app.signIn('advertiser'), work.id)).status).toBe(404);
    expect((await cellsFor(admin, work.id)).status).toBe(200);
    const { rows } = await app.database.asOwner(
      `select actor_id from audit_entry where action = 'live-tracking.viewed' and object_id = $1`,
      [work.id],
    );
    expect(rows).toEqual([{ actor_id: admin.userId }]);
  });
});
