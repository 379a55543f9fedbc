/** The demo world is the same at whatever hour of the day it is built. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedDemoWorld } from '#main/seed/demo-world.ts';
import { readConfig } from '#platform/server/settings/config.ts';
import { DrivenClock } from './support/app.ts';
import { freshDatabase } from './support/databases/database.ts';
import { scannedLog } from './support/scans/log-scan.ts';
import { seedSettings } from './support/seed-settings.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'promenade-seed-hours-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

it.each([0, 6, 12, 18])('built at %i:50 UTC, no marketer has lost a place', async (hour) => {
  const database = await freshDatabase();
  try {
    const config = readConfig(seedSettings(join(dataDir, String(hour))));
    const clock = new DrivenClock(`2026-11-02T${String(hour).padStart(2, '0')}:50:00Z`);
    expect(await seedDemoWorld({ config, database, log: scannedLog(), clock })).toBe(true);
    const { rows } = await database.asOwner(
      'select status, count(*)::int as rows from application group by status order by status',
    );
    expect(rows).toEqual([
      { status: 'approved', rows: 39 },
      { status: 'pending', rows: 9 },
      { status: 'rejected', rows: 1 },
    ]);
  } finally {
    await database.close();
  }
});
