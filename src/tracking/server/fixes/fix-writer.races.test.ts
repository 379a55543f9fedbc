import { afterAll, beforeAll, expect, test } from 'vitest';
import { SECOND } from '#kernel/time.ts';
import type { Database } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import { updateCompliance } from '#profiles/contract.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { Client } from '#tests/support/client.ts';
import { openBeside, serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { endSession, startSession, updateLocation } from '../../contract.ts';
import { prepareMonths } from './retention-store.ts';
import { closeSessions } from '../service.ts';

const PEOPLE = 8;
const forPeople = { totalMarketersNeeded: PEOPLE, totalBudget: 40 * PEOPLE, payRate: 40 };

let database: TestDatabase & { url: string };
let besides: Database;
let one: TestApp;
let other: TestApp;
beforeAll(async () => {
  database = await serverDatabase();
  besides = await openBeside(database.url, 10);
  const settings = { SECRET_KEY: 'ab'.repeat(32), KYC_KEY: 'cd'.repeat(32) };
  one = await testApp({ database, settings });
  other = await testApp({ database: { ...database, ...besides }, settings });
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await besides.close();
  await database.close();
});

interface Walker {
  here: Client;
  there: Client;
  sessionId: string;
}

async function walkers(): Promise<{ id: string; people: Walker[]; begunAt: Date }> {
  const { campaign, marketers } = await runningCampaign(one, forPeople, PEOPLE);
  other.clock.set(one.clock.now());
  const people = [];
  for (const here of marketers) {
    const { body } = await here.call(startSession, { params: { id: campaign.id } });
    const there = new Client(other);
    for (const [name, value] of here.cookies) there.cookies.set(name, value);
    people.push({ here, there, sessionId: body.id });
  }
  const begunAt = one.clock.now();
  for (const app of [one, other]) app.clock.advance(600 * SECOND);
  return { id: campaign.id, people, begunAt };
}

const point = (begunAt: Date, step: number) => ({
  latitude: 37.789731 + step * 1e-5,
  longitude: -122.400417,
  accuracy: 8,
  recordedAt: new Date(begunAt.getTime() + step * SECOND).toISOString(),
});

const send = (client: Client, id: string, points: ReturnType<typeof point>[]) =>
  client.call(updateLocation, { params: { id }, body: { points } });

async function count(sql: string, values: unknown[]): Promise<number> {
  const { rows } = await database.asOwner(`select count(*)::int as count from ${sql}`, values);
  return rows[0]?.['count'];
}

test('two processes that get the same fixes in any order save each once, and show the newest as live', async () => {
  const { id, people, begunAt } = await walkers();
  const steps = Array.from({ length: 30 }, (_, step) => step);
  const answers = await Promise.all(
    steps.flatMap((step) =>
      people.flatMap(({ here, there }, person) => {
        const first = point(begunAt, (step * 7 + person) % 30);
        const second = point(begunAt, (step * 11 + person) % 30);
        return [send(here, id, [first, second]), send(there, id, [second, first])];
      }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  for (const { sessionId } of people) {
    expect(await count('location_fix where session_id = $1', [sessionId])).toBe(30);
    expect(await count('tracking_session where id = $1 and fixes_kept = 30', [sessionId])).toBe(1);
    expect(
      await count('live_position where session_id = $1 and recorded_at = $2', [
        sessionId,
        point(begunAt, 29).recordedAt,
      ]),
    ).toBe(1);
  }
});

test('shows no marketer as live once the end is answered, even during writes', async () => {
  const { id, people, begunAt } = await walkers();
  await Promise.all(
    people.map(async ({ here, there, sessionId }) => {
      const sent = Array.from({ length: 20 }, (_, step) =>
        send(step % 2 ? here : there, id, [point(begunAt, step)]),
      );
      const ended = await there.call(endSession, { params: { id, sessionId } });
      expect(ended.status, ended.error?.message).toBe(200);
      // Fixes on their way may still be saved, but must not make the session live again.
      expect(await count('live_position where session_id = $1', [sessionId])).toBe(0);
      await Promise.all(sent);
    }),
  );
  expect(await count('live_position where campaign_id = $1', [id])).toBe(0);
});

test('saves nothing once a session is closed', async () => {
  const { id, people, begunAt } = await walkers();
  const outcomes = await Promise.all(
    people.map(async ({ here, there, sessionId }) => {
      await here.call(endSession, { params: { id, sessionId } });
      const sent = Array.from({ length: 20 }, (_, step) =>
        send(step % 2 ? here : there, id, [point(begunAt, step)]),
      );
      await transact(besides.db, (tx) => closeSessions(tx, [sessionId], other.clock.now()));
      const kept = await count('location_fix where session_id = $1', [sessionId]);
      const answers = await Promise.all(sent);
      expect(await count('location_fix where session_id = $1', [sessionId])).toBe(kept);
      return answers;
    }),
  );
  for (const answers of outcomes) {
    for (const { status, error } of answers)
      expect(status === 200 || error.code === 'session/proof-sent').toBe(true);
  }
});

test('leaves nothing of a marketer who withdraws consent, even during writes', async () => {
  const { id, people, begunAt } = await walkers();
  await Promise.all(
    people.map(async ({ here, there }) => {
      const sent = Array.from({ length: 20 }, (_, step) =>
        send(step % 2 ? here : there, id, [point(begunAt, step)]),
      );
      await here.call(updateCompliance, { body: { locationConsent: false } });
      await Promise.all(sent);
    }),
  );
  await Promise.all([one.runDue(), other.runDue()]);
  for (const { sessionId } of people) {
    expect(await count('location_fix where session_id = $1', [sessionId])).toBe(0);
    expect(await count('live_position where session_id = $1', [sessionId])).toBe(0);
  }
});

test('a locked session delays only its own marketer', async () => {
  const { id, people, begunAt } = await walkers();
  const [held, ...others] = people as [Walker, ...Walker[]];
  const late: ReturnType<typeof send>[] = [];
  const holder = await besides.pool.connect();
  await holder.query('begin');
  await holder.query('select from tracking_session where id = $1 for update', [held.sessionId]);
  try {
    // More calls than there are groups at once, one after the other, so that each would meet the lock.
    for (let step = 0; step < 6; step += 1) {
      late.push(send(held.here, id, [point(begunAt, step)]));
      const answers = await Promise.all(others.map(({ here }) => send(here, id, [point(begunAt, step)])));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    }
    expect(await count('location_fix where session_id = $1', [held.sessionId])).toBe(0);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect((await Promise.all(late)).map(({ status }) => status)).toEqual(late.map(() => 200));
  for (const { sessionId } of people)
    expect(await count('location_fix where session_id = $1', [sessionId])).toBe(6);
});

test('loses no fix while a month is prepared', async () => {
  const { id, people, begunAt } = await walkers();
  const year = 2040;
  const prepared = Array.from({ length: 6 }, (_, month) =>
    prepareMonths(
      (month % 2 ? one : other).deps.db,
      new Date(Date.UTC(year, month, 1)),
      new Date(Date.UTC(year, month + 1, 1)),
    ),
  );
  const answers = await Promise.all(
    people.flatMap(({ here, there }) =>
      Array.from({ length: 20 }, (_, step) => send(step % 2 ? here : there, id, [point(begunAt, step)])),
    ),
  );
  await Promise.all(prepared);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  for (const { sessionId } of people) {
    expect(await count('location_fix where session_id = $1', [sessionId])).toBe(20);
    expect(await count('tracking_session where id = $1 and fixes_kept = 20', [sessionId])).toBe(1);
  }
});
