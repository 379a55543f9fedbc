/**
 * npm run fixture: writes tests/releases/<version>.sql.gz, the demo world in the data folder of this release.
 * Run it once, on the release's own revision. Every later release must open the file (tests/releases.test.ts).
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { pgDump } from '@electric-sql/pglite-tools/pg_dump';
import { seedDemoWorld } from '#main/seed/demo-world.ts';
import { openDatabase } from '#platform/server/db/open-database.ts';
import { sealAudit } from '#platform/server/security/audit-chain.ts';
import { readConfig } from '#platform/server/settings/config.ts';
import { DrivenClock } from '#tests/support/app.ts';
import { prepareDataFolder } from '#tests/support/databases/database.ts';
import { releaseSettings } from '#tests/support/databases/release.ts';
import { scannedLog } from '#tests/support/scans/log-scan.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const folder = mkdtempSync(join(tmpdir(), 'promenade-fixture-'));
const directory = join(folder, 'database');
try {
  await prepareDataFolder(folder);
  const database = await openDatabase({ dataDir: folder });
  const clock = new DrivenClock();
  const config = readConfig(releaseSettings(folder));
  await seedDemoWorld({ config, database, log: scannedLog(), clock });
  await sealAudit({ db: database.db, clock });
  await database.close();
  const engine = await PGlite.create(directory, { extensions: { pg_trgm } });
  const dump = await pgDump({ pg: engine, args: ['--no-owner'] });
  await engine.close();
  const file = `tests/releases/${version}.sql.gz`;
  const packed = gzipSync(await dump.text(), { level: 9 });
  mkdirSync('tests/releases', { recursive: true });
  writeFileSync(file, packed);
  console.log(`${file}: ${Math.round(packed.length / 1000)} kB`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
