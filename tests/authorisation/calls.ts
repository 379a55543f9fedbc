import { type EndpointDefinition, fillPath } from '#kernel/endpoint.ts';
import { refusals } from '#main/domains.ts';
import type { Client, TestApp } from '#tests/support/app.ts';
import { EventReader } from '#tests/support/event-stream.ts';
import { type Caller, callers } from './callers.ts';
import { idOfNothing, requests } from './requests.ts';
import { type Expected, expectedOutcome, namesThing, namingParameter, type TestObject } from './objects.ts';
import type { World } from './world.ts';

/**
 * One call of the matrix: a caller, an endpoint and a thing. `null` is an id of nothing; `undefined` if no
 * thing is named.
 */
export interface Call {
  endpoint: EndpointDefinition;
  caller: Caller;
  thing?: TestObject | null;
  /** Added to the query that the endpoint needs. */
  query?: Record<string, string>;
}

export const formatCall = ({ endpoint, caller, thing }: Call) => {
  const about = thing === undefined ? '' : `, ${thing?.name ?? 'an id of nothing'}`;
  return `${endpoint.method} ${endpoint.path} (${endpoint.name}) by ${caller}${about}`;
};

export const listEndpoints = (app: TestApp): readonly EndpointDefinition[] => app.endpoints;

/** Returns an endpoint's calls by every caller, on each thing of its kind and on an id of nothing. */
export function listCalls(world: World, endpoint: EndpointDefinition): Call[] {
  if (!namesThing(endpoint)) return callers.map((caller) => ({ endpoint, caller }));
  const known = world.things.filter(({ kind }) => kind === endpoint.whose?.object);
  return [...known, null].flatMap((thing) => callers.map((caller) => ({ endpoint, caller, thing })));
}

export const isLetIn = (call: Call) => expectedOutcome(call.endpoint, call.caller, call.thing) === 'in';

/** Calls that change or end the caller's session. Each one uses a new caller. */
export const changesCaller = new Set([
  'signOut',
  'confirmSignIn',
  'confirmIdentity',
  'chooseUserType',
  'signInAsDemo',
  'deleteOwnAccount',
]);

/** Calls that lock another user out. They come last, because only their own caller can call after them. */
const keepsOut = new Set(['suspendUser', 'deleteUser']);

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const rank = ({ endpoint: { name, method, whose } }: Call) =>
  methods.indexOf(method) +
  (whose?.object === 'account' && method !== 'GET' ? 10 : 0) +
  (changesCaller.has(name) ? 20 : 0) +
  (keepsOut.has(name) ? 40 : 0);

/** Sorts reads first, deletions last, and changes of accounts after everything that belongs to them. */
export const inOrder = (calls: readonly Call[]): Call[] =>
  calls.toSorted((one, other) => rank(one) - rank(other));

export interface Outcome {
  status: number;
  code: string | undefined;
  text: string;
}

export async function perform(
  world: World,
  { endpoint, caller, thing, query: added }: Call,
  client = world.clients[caller],
) {
  const id = thing?.id ?? idOfNothing();
  if (endpoint.events) return beginStream(world, endpoint, client, toParameters(endpoint, id, thing));
  const carried = (await requests[endpoint.name]?.({ id, caller, world })) ?? {};
  const query = new URLSearchParams({ ...carried.query, ...added });
  const path = fillPath(endpoint.path, toParameters(endpoint, id, thing));
  const { status, body, error } = await client.request(
    endpoint.method,
    query.size > 0 ? `${path}?${query}` : path,
    carried.payload ?? carried.body,
    carried.headers ? { headers: carried.headers } : {},
  );
  const code = typeof error === 'object' ? error?.code : undefined;
  return { status, code, text: JSON.stringify(body ?? '') } satisfies Outcome;
}

/** A stream never ends, so its first event counts as the response. */
async function beginStream(
  { app }: World,
  endpoint: EndpointDefinition,
  client: Client,
  parameters: Record<string, string>,
): Promise<Outcome> {
  const reader = await EventReader.open(app, client, endpoint, parameters);
  const { status } = reader;
  if (status !== 200) return { status, code: JSON.parse(reader.text).code, text: reader.text };
  const [first = ''] = Object.keys(endpoint.events ?? {});
  await reader.next(first);
  reader.leave();
  return { status, code: undefined, text: reader.text };
}

function toParameters(endpoint: EndpointDefinition, id: string, thing: TestObject | null | undefined) {
  const naming = namingParameter(endpoint);
  const names = Array.from(endpoint.path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  const others = { kind: 'idDocument', ...thing?.beside };
  return Object.fromEntries(
    names.map((name) => [
      name,
      name === naming ? id : (Object.entries(others).find(([key]) => key === name)?.[1] ?? idOfNothing()),
    ]),
  );
}

/** Refusals that depend only on who the caller is. */
const doorCodes = ['auth/required', 'auth/forbidden', 'auth/type-required'];

/** Returns what is wrong with the response to a call, or null. */
export function findFault(call: Call, expected: Expected, { status, code }: Outcome): string | null {
  const { endpoint } = call;
  const isSuccess = status < 400;
  const given = `${status} ${code ?? ''}`.trim();
  if (expected === 'nothing') return isSuccess ? null : `${given} instead of an answer that shows nothing`;
  if (expected !== 'in') {
    // Every code of the table is in the catalogue of refusals.
    const [wanted] = refusals[expected as keyof typeof refusals];
    const isRight = status === wanted && (code === expected || endpoint.method === 'HEAD');
    return isRight ? null : `${given} instead of ${wanted} ${expected}`;
  }
  const isRefusedForThem =
    status >= 500 || status === 401 || doorCodes.includes(code ?? '') || code === 'request/invalid';
  const isUnknown =
    call.thing && (status === 404 || (code !== undefined && code === endpoint.whose?.strangers));
  return isRefusedForThem || isUnknown ? `${given} instead of being let in` : null;
}

/** Returns the names of things in a response that its caller must never see. */
export function leaksIn(world: World, { caller }: Call, { text }: Outcome): string[] {
  const things = world.things.flatMap(({ id, name, isPublic, people, alsoSeenBy = [] }) =>
    isPublic ? [] : [{ text: id, name, seenBy: [...Object.values(people), ...alsoSeenBy] }],
  );
  const marks = world.marks.map((mark) => ({ ...mark, name: mark.text }));
  // Two kinds can share an id: an identity check has its account's id.
  return [...things, ...marks]
    .filter((mark) => text.includes(mark.text) && !mark.seenBy.includes(caller))
    .map(({ name }) => name);
}
