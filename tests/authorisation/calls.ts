import { type EndpointDefinition, fillPath } from '../../src/kernel/endpoint.ts';
import { refusals } from '../../src/kernel/errors.ts';
import type { Caller } from './callers.ts';
import { idOfNothing, requests } from './requests.ts';
import { type Expected, namingParameter, type Thing } from './things.ts';
import type { World } from './world.ts';

/** One call of the matrix: who calls what about which thing; `null` is an id of nothing, `undefined` where none is named. */
export interface Call {
  endpoint: EndpointDefinition;
  caller: Caller;
  thing?: Thing | null;
}

export const textOf = ({ endpoint, caller, thing }: Call) => {
  const about = thing === undefined ? '' : `, ${thing?.name ?? 'an id of nothing'}`;
  return `${endpoint.method} ${endpoint.path} (${endpoint.name}) by ${caller}${about}`;
};

export interface Outcome {
  status: number;
  code: string | undefined;
  text: string;
}

export async function perform(
  world: World,
  { endpoint, caller, thing }: Call,
  client = world.clients[caller],
) {
  const id = thing?.id ?? idOfNothing();
  const carried = (await requests[endpoint.name]?.({ id, caller, world })) ?? {};
  const query = new URLSearchParams(carried.query);
  const path = fillPath(endpoint.path, parametersOf(endpoint, id, thing));
  const { status, body, error } = await client.request(
    endpoint.method,
    query.size > 0 ? `${path}?${query}` : path,
    carried.payload ?? carried.body,
    carried.headers ? { headers: carried.headers } : {},
  );
  const code = typeof error === 'object' ? error?.code : undefined;
  return { status, code, text: JSON.stringify(body ?? '') } satisfies Outcome;
}

function parametersOf(endpoint: EndpointDefinition, id: string, thing: Thing | null | undefined) {
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

/** Refusals that are about who somebody is. */
const doorCodes = ['auth/required', 'auth/forbidden', 'auth/type-required'];

/** What is wrong with how a call was answered, or null. */
export function faultOf(call: Call, expected: Expected, { status, code }: Outcome): string | null {
  const { endpoint } = call;
  const isSuccess = status < 400;
  const given = `${status} ${code ?? ''}`.trim();
  if (expected === 'nothing') return isSuccess ? null : `${given} instead of an answer that shows nothing`;
  if (expected !== 'in') {
    // Every code of the table is one of the catalogue's.
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

/** Texts in an answer that its caller must never see, whatever was asked. */
export function leaksIn(world: World, { caller }: Call, { text }: Outcome): string[] {
  const things = world.things.flatMap(({ id, name, isPublic, people, alsoSeenBy = [] }) =>
    isPublic ? [] : [{ text: id, name, seenBy: [...Object.values(people), ...alsoSeenBy] }],
  );
  const marks = world.marks.map((mark) => ({ ...mark, name: mark.text }));
  // Two kinds may share an id: a verification is named by its account's.
  return [...things, ...marks]
    .filter((mark) => text.includes(mark.text) && !mark.seenBy.includes(caller))
    .map(({ name }) => name);
}
