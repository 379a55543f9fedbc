/** The things that calls are about, and the outcome that the contracts expect for a caller and a thing. */
import type { EndpointDefinition, ObjectAccess } from '#kernel/endpoint.ts';
import { objects } from '#main/domains.ts';
import { type Caller, findDoorRefusal } from './callers.ts';

export type Relation = Exclude<ObjectAccess['by'][number], 'everyone'>;

export interface TestObject {
  kind: keyof typeof objects;
  /** Shown if a test fails. */
  name: string;
  id: string;
  /** Every caller may know that it exists. */
  isPublic?: boolean;
  people: Partial<Record<Relation, Caller>>;
  /** It is part of something already, so no call can claim it in its body. */
  isUsed?: boolean;
  /** Other callers who may see its id. */
  alsoSeenBy?: readonly Caller[];
  /** Other path parameters that belong to it. */
  beside?: Readonly<Record<string, string>>;
}

/** The refusal for a thing that the caller may not know of, or that does not exist. */
const unknownThing: Readonly<Record<string, string>> = objects;

/**
 * 'in', a refusal's code, or 'nothing': a success that shows and changes nothing. `thing` is null for an id
 * of nothing.
 */
export type Expected = 'in' | 'nothing' | (string & {});

export function expectedOutcome(
  endpoint: EndpointDefinition,
  caller: Caller,
  thing?: TestObject | null,
): Expected {
  const stopped = findDoorRefusal(endpoint, caller);
  if (stopped) return stopped;
  const { whose } = endpoint;
  if (!whose || thing === undefined) return 'in';
  const isThere = thing && !(thing.isUsed && whose.at?.startsWith('body.'));
  if (isThere && whose.by.some((relation) => isRelated(thing, relation, caller))) return 'in';
  // A team member knows that the thing exists, so the refusal may name their role as the reason.
  const isOfTeam = thing && ['manager', 'viewer'].some((part) => thing.people[part as Relation] === caller);
  if (isOfTeam && endpoint.refusals?.includes('team/not-allowed')) return 'team/not-allowed';
  if (thing?.isPublic && whose.strangers) return whose.strangers;
  return whose.others ?? unknownThing[whose.object] ?? `no 404 of ${whose.object}`;
}

function isRelated(thing: TestObject, relation: ObjectAccess['by'][number], caller: Caller): boolean {
  return relation === 'everyone' ? thing.isPublic === true : thing.people[relation] === caller;
}

/** Path parameters that select a part of a thing. */
const isNoId = new Set(['kind']);

/** Returns the path parameter that names the thing, or null if the body, the query or nothing names it. */
export function namingParameter(endpoint: EndpointDefinition): string | null {
  const names = Array.from(endpoint.path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  const { at } = endpoint.whose ?? {};
  if (at !== undefined) return names.includes(at) ? at : null;
  return names.find((name) => !isNoId.has(name)) ?? null;
}

/** Returns whether calls of this endpoint name a thing. */
export const namesThing = (endpoint: EndpointDefinition) =>
  endpoint.whose !== undefined && (namingParameter(endpoint) !== null || endpoint.whose.at !== undefined);
