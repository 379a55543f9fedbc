import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECOND } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { updateCompliance } from '#profiles/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { endSession, startSession, updateLocation } from '../../contract.ts';
import type { FixBatch } from './fix-store.ts';
import { FixWriter } from './fix-writer.ts';
import { closeSessions } from '../service.ts';

const PEOPLE = 3;
const forPeople = { totalMarketersNeeded: PEOPLE, totalBudget: 40 * PEOPLE, payRate: 40 };

let app: TestApp;
let campaignId: string;
let marketers: Client[];
let sessionIds: string[];
let begunAt: number;
let groups: (readonly FixBatch[])[];
let writer: FixWriter;

beforeAll(async () => {
  app = await testApp();
  const work = await runningCampaign(app, forPeople, PEOPLE);
  ({ marketers } = work);
  campaignId = work.campaign.id;
  begunAt = app.clock.now().getTime();
  sessionIds = [];
  for (const each of marketers) {
    const { body } = await each.call(startSession, { params: { id: campaignId } });
    sessionIds.push(body.id);
  }
  groups = [];
  writer = new FixWriter(app.deps.db, (kept) => groups.push(kept));
});
afterAll(() => app.close());

const after = (seconds: number) => new Date(begunAt + seconds * SECOND);

/**
 * A sending for the session with this index: one fix after so many seconds, received two minutes after the
 * session began.
 */
function sending(session: number, seconds: number, lat = 37.79): FixBatch {
  const at = after(seconds);
  const fix = {
    lat,
    lng: -122.4,
    accuracy: 8,
    claimedAt: at,
    ordinal: 0,
    hasMotion: null,
  };
  return {
    sessionId: sessionIds[session] ?? '',
    campaignId,
    receivedAt: after(120),
    sentAt: null,
    fixes: [fix],
    live: { claimedAt: at, isInZone: true, publishedLat: lat, publishedLng: -122.4 },
  };
}

const write = async (batch: FixBatch) => (await writer.write(batch)).outcome;

async function loadFixes(session: number) {
  const { rows } = await app.database.asOwner(
    `select extract(epoch from recorded_at - $2::timestamptz)::int as seconds, lat from location_fix
      where session_id = $1 order by recorded_at`,
    [sessionIds[session], after(0)],
  );
  return rows;
}

async function loadLivePosition(session: number) {
  const { rows } = await app.database.asOwner(
    'select recorded_at as at, published_lat as lat from live_position where session_id = $1',
    [sessionIds[session]],
  );
  return rows[0];
}

describe('sendings that arrive together', () => {
  it('are written together, each fix once, with the newest as the live one', async () => {
    const outcomes = await Promise.all([
      write(sending(0, 30)),
      write(sending(1, 30)),
      write(sending(0, 60, 37.8)),
      write(sending(0, 45)),
      write(sending(0, 30, 37.7)),
    ]);
    expect(outcomes).toEqual(Array(5).fill('kept'));
    expect(groups.map((group) => group.length)).toEqual([5]);
    expect(await loadFixes(0)).toEqual([
      { seconds: 30, lat: 37.79 },
      { seconds: 45, lat: 37.79 },
      { seconds: 60, lat: 37.8 },
    ]);
    expect(await loadLivePosition(0)).toEqual({ at: after(60), lat: 37.8 });
    expect(await loadFixes(1)).toHaveLength(1);

    expect(await write(sending(0, 15))).toBe('kept');
    expect(await loadLivePosition(0)).toEqual({ at: after(60), lat: 37.8 });
  });

  it('fail one by one if the database refuses one of them, and the others are saved together as far as possible', async () => {
    groups.length = 0;
    const asked = await Promise.allSettled([
      write(sending(0, 75)),
      write(sending(1, 75, 91)),
      write(sending(1, 90)),
      write(sending(0, 75)),
    ]);
    expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    // The database answers before it releases what it refused, so the last two may be written apart.
    expect(groups.flat()).toHaveLength(3);
    expect((await loadFixes(0)).at(-1)).toEqual({ seconds: 75, lat: 37.79 });
    expect((await loadFixes(1)).map(({ seconds }) => seconds)).toEqual([30, 90]);
  });

  it('are refused if too many wait, and accepted again afterwards', async () => {
    const [one] = sending(2, 10).fixes;
    if (!one) throw new Error('a sending without a fix');
    const flood = { ...sending(2, 10), fixes: Array.from({ length: 30_000 }, () => one) };
    const asked = await Promise.allSettled([write(flood), write(flood)]);
    expect(asked).toMatchObject([{ value: 'kept' }, { reason: { code: 'server/busy' } }]);
    expect(await write(sending(2, 20))).toBe('kept');
    expect((await loadFixes(2)).map(({ seconds }) => seconds)).toEqual([10, 20]);
  });

  it('keep one fix per second, however many are sent', async () => {
    const many = Array.from({ length: 40 }, (_, index) => sending(2, 25 + index / 20));
    const ordered = await Promise.all(many.slice(0, 30).map((each) => write(each)));
    ordered.push(...(await Promise.all(many.slice(10).map((each) => write(each)))));
    expect(new Set(ordered)).toEqual(new Set(['kept']));
    expect((await loadFixes(2)).map(({ seconds }) => seconds)).toEqual([10, 20, 25, 26]);
  });

  it('are written in groups of limited size', async () => {
    groups.length = 0;
    const many = Array.from({ length: 2100 }, (_, index) => write(sending(2, 30 + index / 1000)));
    expect(new Set(await Promise.all(many))).toEqual(new Set(['kept']));
    // Two groups are written at once. The second one to reach the session's row is written again, as one
    // sending and the rest.
    const sizes = groups.map((group) => group.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2000);
    expect(sizes.length).toBeLessThanOrEqual(3);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(2100);
  });

  it('measured before the end are saved for an ended session, and not shown as live', async () => {
    app.clock.set(after(180));
    await (marketers[1] as Client).call(endSession, {
      params: { id: campaignId, sessionId: sessionIds[1] ?? '' },
    });
    expect(await Promise.all([write(sending(1, 100)), write(sending(1, 300))])).toEqual([
      'kept-of-ended',
      'closed',
    ]);
    expect((await loadFixes(1)).map(({ seconds }) => seconds)).toEqual([30, 90, 100]);
    expect(await loadLivePosition(1)).toBeUndefined();
    const { rows } = await app.database.asOwner('select summary_due from tracking_session where id = $1', [
      sessionIds[1],
    ]);
    expect(rows).toEqual([{ summary_due: true }]);
  });

  it('are not saved for a closed session or without consent', async () => {
    const { deps } = app;
    await transact(deps.db, (tx) => closeSessions(tx, [sessionIds[1] ?? ''], deps.clock.now()));
    await (marketers[2] as Client).call(updateCompliance, { body: { locationConsent: false } });
    groups.length = 0;
    expect(
      await Promise.all([write(sending(1, 110)), write(sending(2, 110)), write(sending(0, 110))]),
    ).toEqual(['proof-sent', 'no-consent', 'kept']);
    expect(groups.map((group) => group.map(({ sessionId }) => sessionId))).toEqual([[sessionIds[0]]]);
  });
});

it('rounds an accuracy that is too small for the column to zero', async () => {
  app.clock.set(after(190));
  const answer = await (marketers[0] as Client).call(updateLocation, {
    params: { id: campaignId },
    body: { latitude: 37.79, longitude: -122.4, accuracy: 1e-50 },
  });
  expect(answer.status, answer.error?.message).toBe(200);
  const { rows } = await app.database.asOwner(
    'select accuracy from location_fix where session_id = $1 and recorded_at = $2',
    [sessionIds[0], after(190)],
  );
  expect(rows).toEqual([{ accuracy: 0 }]);
});

it('saves what a call states about a fix', async () => {
  const recordedAt = [after(200), after(5000), after(-10)].map((moment) => moment.toISOString());
  app.clock.set(after(240));
  const answer = await (marketers[0] as Client).call(updateLocation, {
    params: { id: campaignId },
    body: {
      points: recordedAt.map((at, index) => ({
        latitude: 37.79,
        longitude: -122.4,
        accuracy: 9,
        recordedAt: at,
        ...(index === 0 ? { hasMotion: true } : {}),
      })),
    },
  });
  expect(answer.status, answer.error?.message).toBe(200);
  const { rows } = await app.database.asOwner(
    `select recorded_at, claimed_at, ordinal, has_motion from location_fix
      where session_id = $1 and received_at = $2 order by ordinal`,
    [sessionIds[0], app.clock.now()],
  );
  expect(rows).toEqual([
    { recorded_at: after(200), claimed_at: after(200), ordinal: 0, has_motion: true },
    { recorded_at: after(240), claimed_at: after(5000), ordinal: 1, has_motion: null },
    { recorded_at: after(0), claimed_at: after(-10), ordinal: 2, has_motion: null },
  ]);
});
