/**
 * Reads stay fast as the market grows: `explain` counts the rows that the statements of each read need. The tables of
 * campaigns, notifications, messages, audit entries and the ledger have 300,000 rows, applications 225,000, proofs
 * 130,000, and what the world has only once or twice (payments, disputes, ratings) 20,000 to 60,000. That needs 2.6 GB
 * and 2 minutes of processor time. `PLAN_ROWS=1000000` needs 10 GB.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { EndpointDefinition } from '#kernel/endpoint.ts';
import { type Call, formatCall, isLetIn, listCalls, listEndpoints, perform } from './authorisation/calls.ts';
import type { Caller } from './authorisation/callers.ts';
import { walkAndDispute } from './authorisation/walk.ts';
import { makeWorld, type World } from './authorisation/world.ts';
import { multiplyRows } from './support/databases/many-rows.ts';
import { countRowsRead, keepStatements, type RowsRead } from './support/databases/read-rows.ts';
import { STORY_LIMIT_MS } from './support/patience.ts';

const GOAL = Number(process.env.PLAN_ROWS ?? 300_000);
/** Clones that keep the ids of users, or of campaigns. Each of these users then has thousands of rows. */
const KEEPING = GOAL / 4000;

/** A page has 50 rows, of which each may need rows of several tables. */
const MOST_ROWS = 5000;
/** Of the exceptions, which may read each row of a few tables, but not each row for each other row. */
const MOST_ROWS_OF_ALL = 4 * GOAL;

const total = 'adds up all rows, for an admin';
const file = 'writes all rows to a file';
/** Only with a choice, so that the list itself is no exception. */
const rare = 'looks for a platform or word that few or no rows have';
const history = 'adds up the whole history of one user';

/** Endpoints whose statements may read more rows, and why. */
const exceptions: Readonly<Record<string, string>> = {
  getAdminStats: total,
  getTrialBalance: total,
  listHeldDays: total,
  listDecisionWeeks: total,
  listGrowthWeeks: total,
  exportAudit: file,
  downloadInvoices: file,
  exportOwnData: file,
  countCampaigns: 'reads rows until it has counted 10,000 matches',
  listDisputableApprovals: rare,
  listMarketers: rare,
  getDeletion: history,
  getUser: history,
  listTasks: 'compares waiting proofs and disputes of all users, of which this world has too many',
  listAllLive: 'compares running sessions of all campaigns, of which this world has too many',
};

let kept: ReturnType<typeof keepStatements>;
let world: World;

/** Every read that authorisation.test.ts calls. */
const paths = readFileSync(join(import.meta.dirname, 'authorisation/statements.txt'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(' ')[0] ?? '');

// The embedded engine would take too long.
describe.skipIf(!process.env.TEST_DATABASE_URL)('with long tables', () => {
  beforeAll(async () => {
    kept = keepStatements();
    world = await makeWorld();
    await walkAndDispute(world);
    const { app, clients, things } = world;
    const ids = (names: readonly (keyof typeof clients)[]) => names.map((name) => clients[name].userId);
    const businesses = ids(['advertiser', 'otherAdvertiser', 'manager', 'viewer', 'admin']);
    const campaigns = things.flatMap(({ kind, id }) => (kind === 'campaign' ? [id] : []));
    const rows = await multiplyRows(app.database, {
      goal: GOAL,
      users: [...businesses, ...ids(['marketer', 'otherMarketer', 'noType'])],
      campaigns: [...campaigns, ...businesses],
      keeping: KEEPING,
      now: app.clock.now(),
    });
    for (const table of ['campaign', 'application', 'notification', 'message', 'audit_entry', 'ledger.entry'])
      expect(rows.get(table), table).toBeGreaterThan(GOAL * 0.7);
  }, 10 * STORY_LIMIT_MS);
  afterAll(async () => {
    await world.app.close();
    kept.stop();
  });

  it.each(paths)('GET %s reads few rows', async (path) => {
    const endpoints = listEndpoints(world.app).filter((each) => each.method === 'GET' && each.path === path);
    const worst = new Map<string, RowsRead & { call: Call }>();
    for (const call of endpoints.flatMap(listVariants)) {
      kept.take();
      await perform(world, call);
      for (const statement of kept.take()) {
        const read = await countRowsRead(world.app.database, statement);
        if (read.rows > Math.max(limitFor(call), worst.get(statement.text)?.rows ?? 0))
          worst.set(statement.text, { ...read, call });
      }
    }
    const faults = Array.from(worst, ([text, { rows, scans, call }]) =>
      [`${rows} rows: ${formatCall(call)} ${JSON.stringify(call.query ?? {})}`, text, ...scans].join('\n'),
    );
    expect(faults.join('\n\n')).toBe('');
  });
});

function limitFor({ endpoint: { name }, query }: Call): number {
  const reason = exceptions[name];
  const isExcepted = reason !== undefined && (reason !== rare || query !== undefined);
  return isExcepted ? MOST_ROWS_OF_ALL : MOST_ROWS;
}

/** Callers who read different statements. */
const choosers: readonly Caller[] = ['marketer', 'advertiser', 'admin'];

/** Returns all allowed calls, and those with each choice that the query offers. */
function listVariants(endpoint: EndpointDefinition): Call[] {
  if (endpoint.events) return [];
  const { query } = endpoint;
  // A file has no response that is checked, and takes long to write.
  const fields = query instanceof z.ZodObject && endpoint.response ? Object.entries(query.shape) : [];
  const queries = fields.flatMap(([name, schema]) =>
    listChoices(name, schema).map((choice) => ({ [name]: choice })),
  );
  const calls = listCalls(world, endpoint).filter(isLetIn);
  const choosing = calls.filter(({ caller }) => choosers.includes(caller));
  return [...calls, ...choosing.flatMap((call) => queries.map((chosen) => ({ ...call, query: chosen })))];
}

function listChoices(name: string, schema: unknown): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return listChoices(name, schema.unwrap());
  if (schema instanceof z.ZodEnum) return schema.options.map(String);
  return name === 'q' ? ['promenade'] : [];
}
