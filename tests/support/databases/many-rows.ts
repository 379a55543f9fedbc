/** Multiplies the rows of a test's database, so that its lists are as long as those of a large market. */
import type { TestDatabase } from './database.ts';

export interface Clones {
  /** How many rows a table gets, unless the rows that its rows refer to have fewer clones. */
  goal: number;
  /** The first clones keep these ids, so that each of these users has a long history. */
  users: readonly string[];
  /** The second clones keep these ids, so that each of these campaigns has many marketers. */
  campaigns: readonly string[];
  /** How many clones keep the ids of users, and how many those of campaigns. */
  keeping: number;
  /** The present of the database. */
  now: Date;
}

interface Table {
  name: string;
  rows: number;
  parents: string[];
  columns: { name: string; type: string; isUnique: boolean }[];
}

/** Settings, counters of other rows, and large tables that no list reads. */
const uncloned = `('installation', 'invoice_counter', 'pricing_tier', 'sweep', 'uptime', 'audit_seal', 'audit_unsealed',
  'ledger.family', 'ledger.subtotal', 'location_fix', 'upload_thumbnail', 'second_factor_recovery_code', 'reconciliation')`;

const tablesQuery = `
  select c.oid::regclass::text as name,
    array(select confrelid::regclass::text from pg_constraint where conrelid = c.oid and contype = 'f') as parents,
    (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod), 'isUnique',
       exists (select from pg_index where indrelid = c.oid and indisunique
         and attnum = any((indkey::int2[])[0:indnkeyatts - 1]))))
     from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class c where relkind in ('r', 'p') and not relispartition
    and relnamespace in ('public'::regnamespace, 'ledger'::regnamespace) and c.oid::regclass::text not in ${uncloned}`;

/**
 * Clones all rows. Clone n of a row refers to the clones n of other rows. Its past is about n minutes earlier, and its
 * future n seconds later. Returns the number of rows by table.
 */
export async function multiplyRows({ asOwner }: TestDatabase, clones: Clones): Promise<Map<string, number>> {
  const { rows: tables }: { rows: Table[] } = await asOwner(tablesQuery);
  for (const table of tables)
    table.rows = (await asOwner(`select count(*)::int as rows from ${table.name}`)).rows[0].rows;
  const numbers = countClones(tables, clones.goal);
  for (const table of tables) await asOwner(cloneStatements(table, numbers.get(table.name) ?? 0, clones));
  await asOwner('vacuum (analyze)');
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as rows from ${name}`);
  const { rows: counted } = await asOwner(counts.join(' union all '));
  return new Map(counted.map(({ name, rows }) => [name, rows]));
}

/** Returns how many clones the rows of each table get. No clone refers to a row that has fewer clones. */
function countClones(tables: readonly Table[], goal: number): Map<string, number> {
  const clones = new Map(tables.map(({ name, rows }) => [name, Math.ceil(goal / Math.max(rows, 1))]));
  // Two tables may refer to each other, so this repeats until nothing changes.
  for (let isDone = false; !isDone;) {
    isDone = true;
    for (const { name, parents } of tables)
      for (const parent of parents)
        if ((clones.get(parent) ?? Infinity) < (clones.get(name) ?? 0)) {
          clones.set(name, clones.get(parent) ?? 0);
          isDone = false;
        }
  }
  return clones;
}

function cloneStatements({ name, columns }: Table, last: number, clones: Clones): string {
  const { users, campaigns, keeping, now } = clones;
  const list = columns.map((column) => `"${column.name}"`).join();
  const values = columns.map((column) => cloneValue(name, column)).join();
  const insert = (from: number, to: number, ids: readonly string[]) => `
    insert into ${name} (${list}) overriding system value
    select ${values} from original t, generate_series(${from}, ${Math.min(to, last)}) n,
      (select '{${ids.join()}}'::uuid[] as kept, '${now.toISOString()}'::timestamptz as present) clone
    on conflict do nothing;`;
  // A replica fires no triggers and checks no foreign keys. One statement after the other, in one transaction.
  return `
    set local session_replication_role = replica;
    set local maintenance_work_mem = '256MB';
    create temporary table original on commit drop as table ${name};
    ${insert(1, keeping, users)}
    ${insert(keeping + 1, 2 * keeping, campaigns)}
    -- Building an index once costs much less than adding a million rows to it.
    update pg_index set indisready = false where indrelid = '${name}'::regclass;
    ${insert(2 * keeping + 1, last, [])}
    reindex table ${name};`;
}

/** Texts that identify something. Other texts of unique indexes are kinds. */
const isName = /^handle$|_index$/;
const isUniqueName =
  /^(?:email|code|ref|dedupe_key|submission_key|storage_key|endpoint|subject|provider_\w+)$/;

/** Looks random, and is an id of version 4 like all others. */
const newId = (value: string) =>
  `overlay(overlay(md5(${value}::text || n) placing '4' from 13) placing '8' from 17)::uuid`;

function cloneValue(table: string, { name, type, isUnique }: Table['columns'][number]): string {
  const value = `t."${name}"`;
  // The platform's own accounts have no versions, and an entry of each transaction.
  if (table === 'ledger.entry' && name === 'account_id')
    return `case when t.account_version is null then ${value} else ${value} - n * 1000000::bigint end`;
  if (type === 'uuid') return `case when ${value} = any(kept) then ${value} else ${newId(value)} end`;
  // A clone is earlier than its original, also in lists that are sorted by number.
  if (isUnique && type === 'bigint') return `${value} - n * 1000000::bigint`;
  if (isUnique && name === 'number' && table === 'invoice') return `${value} + n * 1000`;
  if (isUnique && name.endsWith('_hash')) return `md5(${value} || n) || md5(n || ${value})`;
  const isId = table === 'webhook_event' && name === 'id';
  if (isId || isName.test(name) || (isUnique && isUniqueName.test(name))) return `${value} || '-' || n`;
  if (type === 'timestamp with time zone')
    return `${value} + case when ${value} > present then n * interval '1 second' else n / 10 * interval '-10 minutes' end`;
  // The contents of files and webhooks, which no list reads.
  return type === 'bytea' ? `''::bytea` : value;
}
