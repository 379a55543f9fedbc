/** Counts the rows that a statement reads, as `explain` measures them. */
import { watchStatements } from '../sent-statements.ts';
import type { TestDatabase } from './database.ts';

export interface Statement {
  text: string;
  values?: unknown[];
}

const isRead = /^\s*\(*\s*(?:select|with)\b/i;
const isWrite = /\binsert into\b/i;

/** Keeps what the application reads from the database. Call it before the pool connects. */
export function keepStatements(): { take: () => Statement[]; stop: () => void } {
  let kept: Statement[] = [];
  const stop = watchStatements((_client, args, send) => {
    const [query, values] = args as [string | Statement, unknown];
    const own = typeof query === 'string' ? { text: query, values: [] } : query;
    const statement = { text: own.text, values: Array.isArray(values) ? values : (own.values ?? []) };
    if (isRead.test(own.text) && !isWrite.test(own.text)) kept.push(statement);
    return send();
  });
  return {
    take: () => {
      const taken = kept;
      kept = [];
      return taken;
    },
    stop,
  };
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

export interface RowsRead {
  rows: number;
  /** The scans that read many of them. */
  scans: string[];
}

/** Returns how many rows a statement reads. Its changes are rolled back. */
export async function countRowsRead(database: TestDatabase, { text, values }: Statement): Promise<RowsRead> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    const explained = await client.query(`explain (analyze, format json, timing off) ${text}`, values);
    const scans = listScans(explained.rows[0]['QUERY PLAN'][0].Plan);
    return {
      rows: scans.reduce((sum, { rows }) => sum + rows, 0),
      scans: scans.filter(({ rows }) => rows > 1000).map(({ name, rows }) => `${name}: ${rows}`),
    };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

function listScans(plan: Plan): { name: string; rows: number }[] {
  const below = (plan.Plans ?? []).flatMap(listScans);
  const of = plan['Relation Name'] ?? plan['Index Name'];
  if (of === undefined) return below;
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const rows = (plan['Actual Rows'] + removed) * plan['Actual Loops'];
  return [...below, { name: `${plan['Node Type']} of ${of} ${plan['Index Name'] ?? ''}`, rows }];
}
