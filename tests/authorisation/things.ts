/** What calls can be about, and what the table of the contracts says about one caller and one thing. */
import type { EndpointDefinition, ObjectKind, Whose } from '../../src/kernel/endpoint.ts';
import type { RefusalCode } from '../../src/kernel/errors.ts';
import { type Caller, stoppedAtDoor } from './callers.ts';

export type Relation = Exclude<Whose['by'][number], 'everyone'>;

/** An object that exists. */
export interface Thing {
  kind: ObjectKind;
  /** For the text of a failure. */
  name: string;
  id: string;
  /** Everybody may know that it exists. */
  isPublic?: boolean;
  people: Partial<Record<Relation, Caller>>;
  /** It has become part of something, so no body of a call can bring it along any more. */
  isUsed?: boolean;
  /** Who else may come across its id. */
  alsoSeenBy?: readonly Caller[];
  /** Other parameters of addresses that name it. */
  beside?: Readonly<Record<string, string>>;
}

/** What somebody gets who names a thing that is not theirs to know, or none that exists. */
const unknownThing: Readonly<Record<ObjectKind, RefusalCode>> = {
  campaign: 'campaign/not-found',
  application: 'application/not-found',
  strike: 'strike/not-found',
  savedSearch: 'search/not-found',
  session: 'session/not-found',
  proof: 'proof/not-found',
  dispute: 'dispute/not-found',
  payment: 'payment/not-found',
  order: 'payment/order-not-found',
  upload: 'upload/not-found',
  account: 'account/not-found',
  signInSession: 'auth/session-not-found',
  secondFactor: 'auth/second-factor-not-found',
  kyc: 'kyc/not-found',
  socialAccount: 'social/not-found',
  notification: 'request/not-found',
  payout: 'payment/not-retryable',
  refund: 'payment/not-retryable',
  webhook: 'request/not-found',
  team: 'team/not-found',
  teamMember: 'team/member-not-found',
  teamInvitation: 'team/invitation-not-found',
};

/** 'in', a refusal's code, or 'nothing': a success that shows and changes nothing. `thing` is null for an id of nothing. */
export type Expected = 'in' | 'nothing' | (string & {});

export function expectedOf(endpoint: EndpointDefinition, caller: Caller, thing?: Thing | null): Expected {
  const stopped = stoppedAtDoor(endpoint, caller);
  if (stopped) return stopped;
  const { whose } = endpoint;
  if (!whose || thing === undefined) return 'in';
  const isThere = thing && !(thing.isUsed && whose.at?.startsWith('body.'));
  if (isThere && whose.by.some((relation) => isRelated(thing, relation, caller))) return 'in';
  // Whoever is in the team knows that it is there, and is told that their part in it is too small.
  const isOfTeam = thing && ['manager', 'viewer'].some((part) => thing.people[part as Relation] === caller);
  if (isOfTeam && endpoint.refusals?.includes('team/not-allowed')) return 'team/not-allowed';
  if (thing?.isPublic && whose.strangers) return whose.strangers;
  return whose.others ?? unknownThing[whose.object];
}

function isRelated(thing: Thing, relation: Whose['by'][number], caller: Caller): boolean {
  return relation === 'everyone' ? thing.isPublic === true : thing.people[relation] === caller;
}

/** Parameters that choose among what one thing has. */
const isNoId = new Set(['kind']);

/** The parameter of the address that names the thing; null where the body or query does, or nothing. */
export function namingParameter(endpoint: EndpointDefinition): string | null {
  const names = Array.from(endpoint.path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  const { at } = endpoint.whose ?? {};
  if (at !== undefined) return names.includes(at) ? at : null;
  return names.find((name) => !isNoId.has(name)) ?? null;
}

/** Does a call of this endpoint say which thing it is about? */
export const namesThing = (endpoint: EndpointDefinition) =>
  endpoint.whose !== undefined && (namingParameter(endpoint) !== null || endpoint.whose.at !== undefined);
