import { z } from 'zod';
import type { RefusalCode } from './errors.ts';
import { Id } from './id.ts';
import './validation-texts.ts';

export const Role = z.enum(['marketer', 'advertiser', 'admin']);
export type Role = z.infer<typeof Role>;

/**
 * Who may call: 'anyone' (signed out too), 'signedIn' (also before a type is chosen), or accounts of the named roles.
 * 'provider' is a machine that proves itself by a signature.
 */
export type Who = 'anyone' | 'signedIn' | 'provider' | readonly Role[];

/** What a call can be about. `session` is a tracking session; `account` everything that is somebody's alone. */
export type ObjectKind =
  | 'campaign'
  | 'application'
  | 'strike'
  | 'savedSearch'
  | 'session'
  | 'proof'
  | 'dispute'
  | 'payment'
  | 'order'
  | 'upload'
  | 'account'
  | 'signInSession'
  | 'secondFactor'
  | 'kyc'
  | 'socialAccount'
  | 'notification'
  | 'payout'
  | 'refund'
  | 'webhook'
  | 'team'
  | 'teamMember'
  | 'teamInvitation';

/** Whose object the call may touch. The service enforces it in SQL; tests/authorisation holds every route against it. */
export interface Whose {
  object: ObjectKind;
  /**
   * How the caller is related to the object. 'everyone' sees at least its public fields; managers and viewers belong to the team
   * of the advertiser whose it is, and who of them is left out may see that it exists.
   */
  by: readonly ('everyone' | 'owner' | 'marketer' | 'advertiser' | 'manager' | 'viewer' | 'admin')[];
  /**
   * Where the call names the object: a parameter of its address ('userId'; left out where there is only one), or of its
   * body or query ('body.campaignId'). Where it names none, it is always about the caller's own.
   */
  at?: string;
  /** What others get, and where there is no such object: left out, the kind's 404; 'nothing' is an answer that shows and changes nothing. */
  others?: RefusalCode | 'nothing';
  /** What others get where everybody may know that the object exists; left out: the same. */
  strangers?: RefusalCode;
}

/**
 * Why a session is not complete: its owner has yet to confirm with a second factor ('proof'), or is an administrator who
 * must set one up first ('enrolment').
 */
export const SessionLack = z.enum(['proof', 'enrolment']);
export type SessionLack = z.infer<typeof SessionLack>;

/** Limits with their values in platform/server/limits.ts (decisions.md 12.3). */
export type LimitName =
  | 'sign-in'
  | 'sign-in-address'
  | 'sign-in-code'
  | 'type-change'
  | 'resend'
  | 'payment'
  | 'apply'
  | 'location'
  | 'live'
  | 'live-stream'
  | 'heat'
  | 'upload'
  | 'document'
  | 'webhook'
  | 'wallet-email'
  | 'social'
  | 'export'
  | 'invitation'
  | 'invitation-address'
  | 'invitation-answer'
  | 'public-read';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';

export interface EndpointDefinition {
  /** The use case's verb and object; also the OpenAPI operation id. */
  name: string;
  method: Method;
  path: `/${string}`;
  summary: string;
  who: Who;
  whose?: Whose;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Names of the file parts of a multipart form; the other parts are validated by `body`. */
  files?: readonly string[];
  /** Also takes what a form without a script sends; its fields say nothing and are not read. */
  takesForm?: true;
  /** The white list of what may leave the server. Left out: the answer has no body or is not JSON. */
  response?: z.ZodType;
  /** Instead of one answer a stream of these events, by name, each with the white list of its data (Server-Sent Events). */
  events?: Readonly<Record<string, z.ZodType>>;
  /** The status of success; 200 where nothing else is said. */
  status?: 200 | 201 | 202 | 204 | 302 | 303;
  refusals?: readonly RefusalCode[];
  /** What a session may lack and still call this; every other call needs a complete one. */
  despite?: readonly SessionLack[];
  limit?: LimitName;
  /** A poll: answering it does not keep an idle session alive (decisions.md 12.3). */
  poll?: boolean;
}

/** An endpoint with its exact types, from which route(), call(), OpenAPI and the authorisation table are read. */
export function endpoint<const Definition extends EndpointDefinition>(definition: Definition): Definition {
  return definition;
}

type SchemaOf<E, Key extends string> = E extends Record<Key, infer Schema extends z.ZodType> ? Schema : never;
type InputOf<E, Key extends string> = [SchemaOf<E, Key>] extends [never]
  ? undefined
  : z.input<SchemaOf<E, Key>>;
type OutputOf<E, Key extends string> = [SchemaOf<E, Key>] extends [never]
  ? undefined
  : z.output<SchemaOf<E, Key>>;

export type ParamsOf<E> = OutputOf<E, 'params'>;
export type QueryOf<E> = OutputOf<E, 'query'>;
export type BodyOf<E> = OutputOf<E, 'body'>;
/** What the server's handler must return. */
export type ResponseInput<E> = [SchemaOf<E, 'response'>] extends [never]
  ? void
  : z.input<SchemaOf<E, 'response'>>;
/** What the browser receives. */
export type ResponseOf<E> = [SchemaOf<E, 'response'>] extends [never]
  ? undefined
  : z.output<SchemaOf<E, 'response'>>;

type EventsOf<E> = E extends { events: infer Events extends Readonly<Record<string, z.ZodType>> }
  ? Events
  : never;
/** The names of the events that a stream sends. */
export type EventName<E> = keyof EventsOf<E> & string;
/** What the server hands over as an event's data. */
export type EventInput<E, Name extends EventName<E>> = z.input<EventsOf<E>[Name]>;
/** What the browser receives as an event's data. */
export type EventData<E, Name extends EventName<E>> = z.output<EventsOf<E>[Name]>;

/** Any of a stream's events, as the browser receives it. */
export type EventOf<E> = { [Name in EventName<E>]: { name: Name; data: EventData<E, Name> } }[EventName<E>];

type Present<Key extends string, Value> = [Value] extends [undefined]
  ? unknown
  : undefined extends Value
    ? { [K in Key]?: Value }
    : object extends Value
      ? { [K in Key]?: Value }
      : { [K in Key]: Value };

/** What the browser passes to call(): only the parts that the endpoint has, as the schemas' input types. */
export type CallArguments<E> = Present<'params', InputOf<E, 'params'>> &
  Present<'query', InputOf<E, 'query'>> &
  Present<'body', InputOf<E, 'body'>>;

/** '/api/campaigns/{id}' with {id: 'x'} → '/api/campaigns/x'. */
export function fillPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`path ${path} lacks the parameter ${name}`);
    return encodeURIComponent(value);
  });
}

/** The plain answer of calls that have nothing more to say. */
export const Done = z.object({ message: z.string() });

/** The path parameter of nearly every call. A malformed id can belong to nobody, so it is 404 like an unknown one. */
export const IdParams = z.object({ id: Id });
