import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestDatabase, serverDatabase } from '#tests/support/databases/database.ts';
import { scannedLog } from '#tests/support/scans/log-scan.ts';
import { PATIENCE_MS } from '#tests/support/patience.ts';
import { systemRandom } from '../security/random.ts';
import type { LiveBus, LiveListener, LiveNote } from './live-bus.ts';
import { postgresBus } from './postgres-bus.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await serverDatabase();
});
afterAll(() => database.close());

const opened: LiveBus[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((bus) => bus.close()));
});

async function processWatching(topic: string) {
  const bus = postgresBus({
    newClient: () => createClient(database),
    random: systemRandom,
    log: scannedLog(),
  });
  opened.push(bus);
  const heard: string[] = [];
  const listener: LiveListener = { onNote: (about) => heard.push(about), onGap: () => heard.push('gap') };
  const leave = bus.subscribe(topic, listener);
  await vi.waitFor(() => expect(heard).toEqual(['gap']), { timeout: PATIENCE_MS });
  heard.length = 0;
  return { bus, heard, leave };
}

function createClient({ newClient }: TestDatabase): pg.Client {
  if (!newClient) throw new Error('this database has one connection alone');
  return newClient();
}

const createNotes = (topic: string, ...about: string[]): LiveNote[] =>
  about.map((each) => ({ topic, about: each }));

const seeing = (heard: string[], expected: string[]) =>
  vi.waitFor(() => expect(heard).toEqual(expected), { timeout: PATIENCE_MS, interval: 20 });

describe('a note', () => {
  it('reaches the listeners of its topic once in every process', async () => {
    const [one, other, elsewhere] = await Promise.all([
      processWatching('tracking a'),
      processWatching('tracking a'),
      processWatching('tracking b'),
    ]);
    one.bus.publish(createNotes('tracking a', 'first', 'second'));
    expect(one.heard).toEqual(['first', 'second']);
    await seeing(other.heard, ['first', 'second']);
    other.bus.publish(createNotes('tracking b', 'third'));
    await seeing(elsewhere.heard, ['third']);
    expect(one.heard).toEqual(['first', 'second']);
  });

  it('does not reach a listener that has unsubscribed', async () => {
    const [one, other] = await Promise.all([processWatching('tracking a'), processWatching('tracking a')]);
    one.leave();
    other.bus.publish(createNotes('tracking a', 'first'));
    other.bus.publish(createNotes('tracking a', 'second'));
    await seeing(other.heard, ['first', 'second']);
    expect(one.heard).toEqual([]);
  });

  it('is delivered if it is published just before close, also while another is being sent', async () => {
    const [one, other] = await Promise.all([processWatching('tracking a'), processWatching('tracking a')]);
    one.bus.publish(createNotes('tracking a', 'first'));
    one.bus.publish(createNotes('tracking a', 'last'));
    await one.bus.close();
    await seeing(other.heard, ['first', 'last']);
  });

  it('is batched with others into few messages', async () => {
    const [one, other] = await Promise.all([processWatching('tracking a'), processWatching('tracking a')]);
    const ids = Array.from({ length: 1000 }, (_, index) => `session-${index}`);
    one.bus.publish(createNotes('tracking a', ...ids));
    await seeing(other.heard, ids);
  });
});

describe('a broken connection', () => {
  it('is reopened: pending notes arrive, and every listener gets onGap', async () => {
    const [one, other] = await Promise.all([processWatching('tracking a'), processWatching('tracking a')]);
    await database.asOwner(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'promenade live' and datname = current_database()`,
    );
    one.bus.publish(createNotes('tracking a', 'pending'));
    await vi.waitFor(() => expect(one.heard).toContain('gap'), { timeout: PATIENCE_MS });
    await vi.waitFor(() => expect(other.heard).toContain('gap'), { timeout: PATIENCE_MS });
    one.bus.publish(createNotes('tracking a', 'afterwards'));
    await vi.waitFor(() => expect(other.heard).toContain('afterwards'), { timeout: PATIENCE_MS });
  });

  it('that lasts drops pending notes, and the other processes get onGap', async () => {
    const other = await processWatching('tracking a');
    let isAway = true;
    const late = postgresBus({
      // Port 1 refuses connections.
      newClient: () => (isAway ? new pg.Client({ host: '127.0.0.1', port: 1 }) : createClient(database)),
      random: systemRandom,
      log: scannedLog(),
    });
    opened.push(late);
    const many = Array.from({ length: 10_001 }, (_, index) => `session-${index}`);
    late.publish(createNotes('tracking a', ...many));
    isAway = false;
    await seeing(other.heard, ['gap']);
  });
});
