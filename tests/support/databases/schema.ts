import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { pgDump } from '@electric-sql/pglite-tools/pg_dump';
import { migratedDump } from './database.ts';

/** Partitions by month depend on today's date. */
const withoutMonths = ['--exclude-table=public.location_fix_2*'];

/**
 * Returns the schema after all migrations as SQL. The engine's version is pinned, so every machine returns the same
 * text.
 */
export async function dumpSchema(): Promise<string> {
  const engine = await PGlite.create({
    extensions: { pg_trgm },
    loadDataDir: new Blob([readFileSync(await migratedDump())]),
  });
  try {
    const dump = await pgDump({ pg: engine, args: ['--schema-only', '--no-owner', ...withoutMonths] });
    return tidy(await dump.text());
  } finally {
    await engine.close();
  }
}

/** Drops pg_dump's versions, session settings, and rulers. */
function tidy(dump: string): string {
  const statements = dump
    .split('\n')
    .filter((line) => !/^(--|SET |SELECT pg_catalog\.set_config|\\(un)?restrict )/.test(line))
    .join('\n');
  return `-- The schema after all migrations. Written by \`npm run schema\`; tests/schema.test.ts compares it.\n${statements.replaceAll(/\n{3,}/g, '\n\n').trimEnd()}\n`;
}
