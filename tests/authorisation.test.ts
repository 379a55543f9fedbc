/**
 * Permissions: calls every route as every caller, with their own, another's and no object, and compares the
 * result with the contracts (`who`, `whose`). If a new route needs more here, one of these tests fails and
 * says what. Also: only its marketer, an admin in its dispute and `location_fix` have the exact positions of a walk.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EndpointDefinition } from '#kernel/endpoint.ts';
import { getTrack } from '#tracking/track-contract.ts';
import { allRows, changedTables } from './authorisation/all-rows.ts';
import {
  listCalls,
  changesCaller,
  listEndpoints,
  findFault,
  inOrder,
  isLetIn,
  leaksIn,
  type Call,
  type Outcome,
  perform,
  formatCall,
} from './authorisation/calls.ts';
import { callers, isSignedIn, newCaller } from './authorisation/callers.ts';
import { requests } from './authorisation/requests.ts';
import { expectedOutcome, namesThing } from './authorisation/objects.ts';
import { type Walk, walkAndDispute } from './authorisation/walk.ts';
import { makeWorld, type World } from './authorisation/world.ts';
import { STORY_LIMIT_MS } from './support/patience.ts';
import { listRoutes } from './support/routes.ts';
import { recordStatements } from './support/sent-statements.ts';

const statements = recordStatements();
let world: World;
let walk: Walk;
let endpoints: readonly EndpointDefinition[];
beforeAll(async () => {
  world = await makeWorld();
  walk = await walkAndDispute(world);
  endpoints = listEndpoints(world.app);
});
afterAll(async () => {
  await world.app.close();
  statements.stop();
});

/**
 * Routes without a contract: health, documentation, files for crawlers, and those that exist only outside production.
 */
const withoutContract =
  /^\/(?:healthz|readyz|robots\.txt|sitemap(?:-pages|-campaigns)?\.xml|api\/openapi\.json|api\/docs(?:\.css)?|dev\/mailbox\S*|(?:platform|wallet)-simulator\/\S+|paypal\/webhook)$/;

describe('a new route', () => {
  it('belongs to a contract', () => {
    const known = new Set(
      endpoints.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    const routes = listRoutes(world.app.http).filter(({ path }) => !withoutContract.test(path));
    const others = routes
      // Fastify adds a HEAD for every GET, with the same handler.
      .filter(({ method }) => method !== 'HEAD')
      .map(({ method, path }) => `${method} ${path}`)
      .filter((text) => !known.has(text));
    expect(routes.length).toBeGreaterThan(endpoints.length);
    expect(others, 'give them an endpoint in a contract').toEqual([]);
  });

  it('declares `whose` if its path names an object', () => {
    const silent = endpoints.filter(({ path, whose }) => path.includes('{') && !whose);
    expect(names(silent), 'add `whose` to these endpoints of the contract').toEqual([]);
  });

  it('uses a kind of object that this test’s world has', () => {
    const kinds = new Set<string>(world.things.map(({ kind }) => kind));
    const unknown = endpoints.filter(
      (endpoint) => endpoint.whose && namesThing(endpoint) && !kinds.has(endpoint.whose.object),
    );
    expect(names(unknown), 'make such an object in tests/authorisation/world.ts').toEqual([]);
  });

  it('gets a body and a query that fit its schema', async () => {
    const wrong: string[] = [];
    for (const { name, body, query, files } of endpoints) {
      const carried = (await requests[name]?.({ id: randomUUID(), caller: 'marketer', world })) ?? {};
      if (body && !files && !body.safeParse(carried.body).success) wrong.push(`${name}: body`);
      if (query && !query.safeParse(carried.query ?? {}).success) wrong.push(`${name}: query`);
    }
    expect(wrong, 'add or mend their lines in tests/authorisation/requests.ts').toEqual([]);
    const gone = Object.keys(requests).filter(
      (name) => !endpoints.some((endpoint) => endpoint.name === name),
    );
    expect(gone, 'take out their lines in tests/authorisation/requests.ts').toEqual([]);
  });
});

const names = (some: readonly EndpointDefinition[]) => some.map(({ name }) => name);

/** Returns the names of everything in a response that its caller must never see. */
function shownTo(call: Call, outcome: Outcome): string[] {
  const isExact = call.caller !== 'marketer' && walk.known.shownIn(outcome.text).length > 0;
  return [...leaksIn(world, call, outcome), ...(isExact ? ['an exact position of the walk'] : [])];
}

const chunk = <Item>(all: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

it(
  'forbidden callers get the contract’s refusal, learn nothing and change nothing',
  { timeout: STORY_LIMIT_MS },
  async () => {
    expect(endpoints.length).toBeGreaterThan(60);
    const faults: string[] = [];
    let before = await allRows(world.app.database);
    // In groups, because reading every table costs more than a few refused calls.
    for (const group of chunk(endpoints, 10)) {
      const calls = group.flatMap((endpoint) => listCalls(world, endpoint)).filter((call) => !isLetIn(call));
      for (const call of calls) {
        const outcome = await perform(world, call);
        const fault = findFault(call, expectedOutcome(call.endpoint, call.caller, call.thing), outcome);
        if (fault) faults.push(`${formatCall(call)}: ${fault}`);
        for (const leak of shownTo(call, outcome)) faults.push(`${formatCall(call)}: shows ${leak}`);
      }
      const after = await allRows(world.app.database);
      const changed = changedTables(before, after);
      if (changed.length > 0)
        faults.push(`${names(group).join(', ')}: one of them, refused, has changed ${changed.join(', ')}`);
      before = after;
    }
    expect(faults).toEqual([]);
  },
);

it('a route that disagrees with its contract fails these tests', async () => {
  const endpoint = endpoints.find(({ name }) => name === 'getDispute');
  const thing = world.things.find(({ kind, people }) => kind === 'dispute' && people.marketer === 'marketer');
  if (!endpoint || !thing) throw new Error('there is no dispute to look at');
  const faults = (as: EndpointDefinition) =>
    Promise.all(
      callers.map(async (caller) => {
        const call = { endpoint: as, caller, thing };
        return findFault(call, expectedOutcome(as, caller, thing), await perform(world, call))
          ? [caller]
          : [];
      }),
    ).then((found) => found.flat());
  expect(await faults(endpoint)).toEqual([]);
  expect(await faults({ ...endpoint, who: 'anyone' })).toEqual([
    'signedOut',
    'suspended',
    'deleted',
    'noType',
  ]);
  expect(await faults({ ...endpoint, whose: { object: 'dispute', by: ['marketer'] } })).toEqual([
    'advertiser',
    'manager',
    'viewer',
    'admin',
  ]);
  const open = { ...thing, isPublic: true };
  const everyone = { ...endpoint, whose: { object: 'dispute', by: ['everyone'] } } as const;
  const stranger = { endpoint: everyone, caller: 'otherMarketer', thing: open } as const;
  expect(expectedOutcome(everyone, 'otherMarketer', open)).toBe('in');
  expect(findFault(stranger, 'in', await perform(world, stranger))).toContain('404');
});

it('only the marketer sees the exact walk, and an administrator for its dispute', async () => {
  const track = async (client: 'marketer' | 'admin', query = {}) => {
    const answer = await world.clients[client].call(getTrack, { params: { id: walk.sessionId }, query });
    return { code: answer.error?.code, shown: walk.known.shownIn(JSON.stringify(answer.body)) };
  };
  const own = await track('marketer');
  expect(own.shown.map(({ latitude }) => latitude)).toEqual(
    expect.arrayContaining(walk.path.map(({ latitude }) => latitude)),
  );
  expect(await track('admin')).toEqual({ code: 'session/not-disputed', shown: [] });
  expect(await track('admin', { reason: 'To decide it.', dispute: walk.disputeId })).toEqual(own);
});

it('no live stream contains it', () => {
  for (const stream of walk.streams) {
    const moves = stream.events.filter(({ name }) => name === 'positions');
    expect(moves.length).toBeGreaterThan(0);
    expect(walk.known.shownIn(stream.text)).toEqual([]);
  }
});

it('no email contains it, and of all stored data only the exact positions do', async () => {
  const mails = readFileSync(join(world.app.deps.config.dataDir, 'mailbox.jsonl'), 'utf8');
  expect(mails).toContain(world.clients.marketer.email);
  expect(walk.known.shownIn(mails)).toEqual([]);
  const { asOwner } = world.app.database;
  const { rows: tables } = await asOwner(
    `select relname as name from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`,
  );
  const holding: string[] = [];
  for (const { name } of tables) {
    const { rows } = await asOwner(`select t::text as text from ${name} t`);
    if (walk.known.shownIn(rows.map(({ text }) => text).join('\n')).length > 0) holding.push(name);
  }
  expect(holding).toEqual(['location_fix']);
});

it('allowed callers get in, and see nothing of others', { timeout: STORY_LIMIT_MS }, async () => {
  const all = endpoints.flatMap((endpoint) => listCalls(world, endpoint));
  const calls = all.filter(isLetIn);
  const faults: string[] = [];
  let answeredOthers = 0;
  const reads = new Map<string, number>();
  for (const call of inOrder(calls)) {
    const { endpoint, caller } = call;
    const client = changesCaller.has(endpoint.name) ? await newCaller(world.app, caller) : undefined;
    statements.take();
    const outcome = await perform(world, call, client);
    const sent = statements.take().statements;
    if (endpoint.method === 'GET' && !endpoint.events && !client && outcome.status < 300)
      reads.set(endpoint.path, Math.max(reads.get(endpoint.path) ?? 0, sent));
    if (outcome.status < 300 && caller !== 'marketer') answeredOthers += 1;
    const fault = findFault(call, 'in', outcome);
    if (fault) faults.push(`${formatCall(call)}: ${fault}`);
    for (const leak of shownTo(call, outcome)) faults.push(`${formatCall(call)}: shows ${leak}`);
    if (client || endpoint.method === 'GET' || !isSignedIn(caller)) continue;
    const still = await world.clients[caller].request('GET', '/api/auth/user');
    if (still.status !== 200) {
      faults.push(`${formatCall(call)} ends its caller's session: name it in changesCaller`);
      world.clients[caller] = await newCaller(world.app, caller);
    }
  }
  expect(faults).toEqual([]);
  // Otherwise the search for exact positions would have found too few responses to search.
  const others = all.filter(({ caller }) => caller !== 'marketer');
  expect(answeredOthers).toBeGreaterThan(others.length / 10);
  // The most statements that a read sends to the database. `npx vitest run tests/authorisation.test.ts -u` writes
  // the file again: say in the commit why a number grew.
  const lines = Array.from(reads, ([path, sent]) => `${path} ${sent}\n`);
  await expect(lines.toSorted().join('')).toMatchFileSnapshot('authorisation/statements.txt');
});

it('an unknown or altered session counts as signed out', async () => {
  for (const token of ['', 'a', 'a'.repeat(64), 'a'.repeat(5000), "' or 1=1 --", '%00']) {
    const client = world.app.visitor();
    client.cookies.set('sid', token);
    expect((await client.request('GET', '/api/auth/user')).status).toBe(401);
  }
});
