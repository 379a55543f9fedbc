/**
 * Calls every endpoint as every role with random input, and as strangers with the ids of others. No call may
 * fail with 5xx or show what its caller must not see. The same seed makes the same calls.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  changesCaller,
  formatCall,
  inOrder,
  leaksIn,
  listCalls,
  listEndpoints,
  perform,
} from '#tests/authorisation/calls.ts';
import { type Caller, callers, newCaller } from '#tests/authorisation/callers.ts';
import { requests } from '#tests/authorisation/requests.ts';
import { makeWorld, type World } from '#tests/authorisation/world.ts';
import { seededRandom } from '#tests/support/money/seeded-random.ts';
import { STORY_LIMIT_MS } from '#tests/support/patience.ts';

/** For each endpoint and role. */
const CALLS = 6;
const random = seededRandom(Number(process.env['TEST_SEED'] ?? 1));

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.app.close());

const strange: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1e308,
  '',
  ' ',
  '\0',
  '🙂'.repeat(300),
  "' or 1=1 --",
  '../../etc/passwd',
  'x'.repeat(5000),
  [],
  [[[]]],
  {},
  { $gt: '' },
  { ['__proto__']: { isAdmin: true } },
  '2026-02-30T25:61:00Z',
  '00000000-0000-0000-0000-000000000000',
];

/** Returns the value with one random part replaced, or something else. */
function distort(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random.below(4) === 0) return random.pick(strange);
  const keys = Object.keys(value);
  if (keys.length === 0) return random.pick(strange);
  const key = random.pick(keys);
  const part = (value as Record<string, unknown>)[key];
  const changed = random.below(5) === 0 ? undefined : distort(part);
  return Array.isArray(value)
    ? value.map((each, index) => (String(index) === key ? changed : each))
    : { ...value, [key]: changed };
}

function randomId(): string {
  const ids = world.things.map(({ id }) => id);
  const texts = strange.filter((each): each is string => typeof each === 'string' && each !== '');
  return random.pick([...ids, ...ids, encodeURIComponent(random.pick(texts)), random.uuid()]);
}

const ofStreams = (path: string) => path.endsWith('stream');

async function call(caller: Caller, { name, method, path }: ReturnType<typeof listEndpoints>[number]) {
  const carried = (await requests[name]?.({ id: randomId(), caller, world })) ?? {};
  const query = new URLSearchParams(
    Object.entries({ ...carried.query, limit: '1', after: 'x' }).map(([key, value]): [string, string] => [
      key,
      random.below(2) === 0 ? value : String(random.pick(strange)),
    ]),
  );
  const url = `${path.replaceAll(/\{\w+\}/g, randomId)}?${query}`;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? (distort(carried.body ?? {}) as object) : undefined;
  const headers = { ...carried.headers, ...(hasBody ? { 'content-type': 'application/json' } : {}) };
  const payload = body === undefined ? undefined : JSON.stringify(body);
  return { url, answer: await world.clients[caller].request(method, url, payload, { headers }) };
}

it('random input gives no 5xx and shows nothing of others', { timeout: 5 * STORY_LIMIT_MS }, async () => {
  const faults: string[] = [];
  const answers: { about: string; status: number; milliseconds: number }[] = [];
  for (const endpoint of listEndpoints(world.app)) {
    if (ofStreams(endpoint.path) || changesCaller.has(endpoint.name)) continue;
    for (const caller of callers) {
      for (let number = 0; number < CALLS; number += 1) {
        const begun = performance.now();
        const { url, answer } = await call(caller, endpoint);
        const milliseconds = Math.round(performance.now() - begun);
        const text = JSON.stringify(answer.body ?? '');
        const about = `${endpoint.method} ${url.slice(0, 200)} by ${caller}`;
        answers.push({ about, status: answer.status, milliseconds });
        if (answer.status >= 500 && answer.error?.code !== 'server/busy')
          faults.push(`${about}: ${answer.status} ${text.slice(0, 200)}`);
        // An id in the caller's own input may come back in the answer.
        const leaks = leaksIn(world, { endpoint, caller }, { status: answer.status, code: undefined, text });
        for (const leak of leaks) faults.push(`${about}: shows ${leak}`);
      }
    }
  }
  expect(faults).toEqual([]);
  expect(answers.length).toBeGreaterThan(5000);
  report(answers);
});

/** Prints the calls per class of status and the slowest answers. A busy machine slows them, so they are not checked. */
function report(answers: readonly { about: string; status: number; milliseconds: number }[]): void {
  const classes = [2, 3, 4, 5].map((first) => {
    const count = answers.filter(({ status }) => Math.floor(status / 100) === first).length;
    return `${count} answered ${first}xx`;
  });
  const slowest = answers.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 5);
  process.stdout.write(
    [
      `${answers.length} calls with random input: ${classes.join(', ')}. Slowest:`,
      ...slowest.map(
        ({ milliseconds, status, about }) => `${milliseconds} ms  ${status}  ${about.slice(0, 120)}`,
      ),
    ].join('\n'),
  );
}

it('strangers with the ids of others open only what is public', { timeout: 2 * STORY_LIMIT_MS }, async () => {
  const faults: string[] = [];
  for (const caller of ['otherMarketer', 'otherAdvertiser', 'signedOut'] as const) {
    const stranger = await newCaller(world.app, caller);
    const calls = listEndpoints(world.app)
      .filter(({ name, events }) => !events && !changesCaller.has(name))
      .flatMap((endpoint) => listCalls(world, endpoint))
      .filter((each) => each.caller === caller && each.thing && !each.thing.isPublic);
    for (const each of inOrder(calls)) {
      const outcome = await perform(world, each, stranger);
      // The things of `otherMarketer` and `otherAdvertiser` are foreign to this new user too.
      const shown = world.things.filter(({ id, isPublic }) => !isPublic && outcome.text.includes(id));
      if (outcome.status >= 500) faults.push(`${formatCall(each)}: ${outcome.status}`);
      if (outcome.status < 300 && shown.length > 0)
        faults.push(`${formatCall(each)}: shows ${shown.map(({ name }) => name).join(', ')}`);
    }
  }
  expect(faults).toEqual([]);
});
