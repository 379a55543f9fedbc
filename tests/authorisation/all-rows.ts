import type { TestDatabase } from '#tests/support/databases/database.ts';

/**
 * Returns a digest of every table's rows by table name. Comparing two shows which tables a call has changed.
 */
export async function allRows(database: TestDatabase): Promise<Map<string, string>> {
  const { rows: tables } = await database.asOwner(`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema') order by 1`);
  const parts = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as rows from ${name} t`,
  );
  const { rows } = await database.asOwner(parts.join(' union all '));
  return new Map(rows.map(({ name, rows: digest }) => [name, digest]));
}

export function changedTables(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...after].filter(([name, digest]) => before.get(name) !== digest).map(([name]) => name);
}
