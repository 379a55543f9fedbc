/**
 * The part of npm run bench:writes about accounts: signing in, session look-up, and the admin's user table with
 * 1,000 and 100,000 accounts. Sign-ins and sessions run next to a route without a session, the table next to
 * a route with one.
 */
import { Client } from 'pg';
import type { NextCall } from './load.ts';
import { measureInTurns, type Row, type Turns } from './alternate.ts';
import { startServer } from './served/server.ts';

export const peopleTurns: Turns = {
  callers: 16,
  rounds: 2,
  seconds: 0.8,
  noOpSeconds: 0.4,
  warmUpSeconds: 0.3,
};

export interface ManyPeople {
  address: string;
  admin: string;
  middleId: string;
  code: string;
}

/** Sign-ins do not depend on the number of accounts, so they are measured once. */
const sizes = [1_000, 100_000] as const;

export async function measurePeople(
  engine: string,
  databaseUrl: string | undefined,
  wantedCalls: readonly string[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const people of sizes) {
    if (wantedCalls.length > 0 && !namesFor(people).some((name) => isWanted(name, wantedCalls))) continue;
    rows.push(...(await measureSize(engine, databaseUrl, people, wantedCalls)));
  }
  return rows;
}

const isWanted = (name: string, words: readonly string[]) =>
  words.length === 0 || words.some((word) => name.includes(word));

async function measureSize(
  engine: string,
  databaseUrl: string | undefined,
  people: number,
  wantedCalls: readonly string[],
): Promise<Row[]> {
  const url = databaseUrl && (await emptyDatabase(databaseUrl, `bench_people_${people}`));
  console.error(`${engine}: making ${people} people`);
  const server = await startServer<ManyPeople>('served-people.ts', {
    BENCH_PEOPLE: String(people),
    ...(url ? { BENCH_DATABASE_URL: url } : {}),
  });
  try {
    const rows: Row[] = [];
    for (const [call, next, noOp] of buildCalls(server.world, people)) {
      if (!isWanted(call, wantedCalls)) continue;
      console.error(`${engine}: ${call}`);
      rows.push({ engine, call, ...(await measureInTurns(server, next, noOp, peopleTurns)) });
    }
    return rows;
  } finally {
    await server.stop();
  }
}

async function emptyDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

type NamedCall = [name: string, next: NextCall, noOp: NextCall];

function namesFor(people: number): string[] {
  const emptyWorld = { address: '', admin: '', middleId: '', code: '' };
  return buildCalls(emptyWorld, people).map(([name]) => name);
}

function buildCalls(world: ManyPeople, people: number): NamedCall[] {
  const { admin, middleId } = world;
  const get = (path: string, cookie: string): NextCall => {
    return () => ({ method: 'GET', path, cookie });
  };
  const nothing = get('/api/bench/nothing', '');
  const noOp = get('/api/bench/no-op', admin);
  const table = (name: string, query: string): NamedCall => [
    `users, ${name}, of ${people.toLocaleString('en-US')}`,
    get(`/api/admin/users?limit=26${query}`, admin),
    noOp,
  ];
  return [
    ...(people === sizes[1]
      ? ([
          ['sign in: mail a code and redeem it', signIn(world), nothing],
          ['session look-up', noOp, nothing],
          ['current user', get('/api/auth/user', admin), nothing],
        ] satisfies NamedCall[])
      : []),
    table('first page', ''),
    table('by a name that is rare', '&q=ottilie%20quandt'),
    table('by a name that is common', '&q=mar'),
    table('by address', '&q=person-777%40mail'),
    table('by type', '&userType=advertiser'),
    table('a page in the middle', `&after=${middleId}`),
  ];
}

/** Half of the users are new. */
function signIn({ code }: ManyPeople): NextCall {
  let asked = 0;
  return () => {
    asked += 1;
    const email = asked % 2 === 0 ? `fresh-${asked}@mail.example` : `person-${asked}@mail.example`;
    return {
      method: 'POST',
      path: '/auth/email',
      cookie: '',
      body: { email, userType: 'marketer' },
      next: (cookie) => ({ method: 'POST', path: '/auth/email/confirm', cookie, body: { code } }),
    };
  };
}
