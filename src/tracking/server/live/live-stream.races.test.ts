import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '#platform/server/db/open-database.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { Client as ClientOf } from '#tests/support/client.ts';
import { openBeside, serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { EventReader } from '#tests/support/event-stream.ts';
import { PATIENCE_MS } from '#tests/support/patience.ts';
import { endSession, startSession, updateLocation } from '../../contract.ts';
import { streamLive } from '../../live-contract.ts';

let database: TestDatabase & { url: string };
let besides: Database;
let one: TestApp;
let other: TestApp;
beforeAll(async () => {
  database = await serverDatabase();
  besides = await openBeside(database.url, 10);
  // All processes of an installation share the key, from which aliases and offsets are derived.
  const settings = { SECRET_KEY: 'ab'.repeat(32), KYC_KEY: 'cd'.repeat(32) };
  one = await testApp({ database, settings });
  other = await testApp({ database: { ...database, ...besides }, settings });
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await besides.close();
  await database.close();
});

function at(app: TestApp, user: Client): Client {
  const same = new ClientOf(app);
  for (const [name, value] of user.cookies) same.cookies.set(name, value);
  return same;
}

async function outWith(people: number) {
  const { campaign, advertiser, marketers } = await runningCampaign(one, {}, people);
  other.clock.set(one.clock.now());
  const params = { id: campaign.id };
  const sessions = await Promise.all(
    marketers.map(async (each) => (await each.call(startSession, { params })).body),
  );
  const readers = await Promise.all(
    [one, other].map((app) => EventReader.open(app, at(app, advertiser), streamLive, params)),
  );
  const [here, there] = readers as [EventReader<typeof streamLive>, EventReader<typeof streamLive>];
  await Promise.all([here.next('snapshot'), there.next('snapshot')]);
  return { id: campaign.id, marketers, sessions, here, there };
}

const send = (marketer: Client, id: string, north = 0) =>
  marketer.call(updateLocation, {
    params: { id },
    body: { latitude: 37.789731 + north, longitude: -122.400417, accuracy: 8 },
  });

describe('with two server processes', () => {
  it('shows a position and an end sent to one process at both', async () => {
    const { id, marketers, sessions, here, there } = await outWith(1);
    const [marketer] = marketers as [Client];
    expect((await send(marketer, id)).status).toBe(200);
    const seen = await there.next('positions');
    expect(seen).toMatchObject([{ isInZone: null }]);
    expect(await here.next('positions')).toEqual(seen);

    const sessionId = sessions[0]?.id ?? '';
    expect((await at(other, marketer).call(endSession, { params: { id, sessionId } })).status).toBe(200);
    for (const reader of [here, there]) {
      let told = await reader.next('sessions');
      // The note about the start may arrive from the other process after a snapshot that includes it.
      if (told[0]?.isRunning) told = await reader.next('sessions');
      expect(told).toMatchObject([{ id: seen[0]?.id, isRunning: false }]);
      reader.leave();
    }
  });

  it('both end up showing the same, whichever process was told what, even if the line between them breaks', async () => {
    const { id, marketers, sessions, here, there } = await outWith(3);
    const move = (round: number) =>
      Promise.all(marketers.map((each, index) => send(at(index % 2 ? one : other, each), id, round / 500)));
    await move(1);
    await database.asOwner(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'promenade live' and datname = current_database()`,
    );
    for (const round of [2, 3]) {
      for (const app of [one, other]) app.clock.advance(30_000);
      await move(round);
    }
    const newest = (reader: EventReader<typeof streamLive>) => {
      const positions = new Map<string, unknown>();
      for (const { name, data } of reader.events) {
        if (name === 'snapshot') positions.clear();
        const locations = name === 'snapshot' ? (data as { locations: { id: string }[] }).locations : data;
        if (name === 'snapshot' || name === 'positions') {
          for (const location of locations as { id: string }[]) positions.set(location.id, location);
        }
      }
      return positions;
    };
    await vi.waitFor(
      () => {
        const [mine, theirs] = [newest(here), newest(there)];
        expect(theirs.size).toBe(sessions.length);
        expect(theirs).toEqual(mine);
        for (const location of theirs.values()) {
          expect(Date.parse((location as { timestamp: string }).timestamp)).toBe(
            Math.floor(one.clock.now().getTime() / 30_000) * 30_000,
          );
        }
      },
      { timeout: PATIENCE_MS, interval: 50 },
    );
    here.leave();
    there.leave();
  });
});
