import { z } from 'zod';
import { Id } from './id.ts';
import './validation-messages.ts';

export const Role = z.enum(['marketer', 'advertiser', 'admin']);
export type Role = z.infer<typeof Role>;

/**
 * Who may call: 'anyone' (also signed out), 'signedIn' (also before the user chooses a type), or accounts
 * with one of the named roles. 'provider' is a machine that authenticates with a signature.
 */
export type Callers = 'anyone' | 'signedIn' | 'provider' | readonly Role[];

/** The service enforces this in SQL, and tests/authorisation checks every route against it. */
export interface ObjectAccess<Code extends string = string, Kind extends string = string> {
  object: Kind;
  /**
   * How the caller is related to the object. 'everyone' sees at least its public fields. Managers and viewers
   * belong to the team of the advertiser who owns the object. A team role that is not listed may still learn
   * that the object exists.
   */
  by: readonly ('everyone' | 'owner' | 'marketer' | 'advertiser' | 'manager' | 'viewer' | 'admin')[];
  /**
   * Where the call names the object: a path parameter ('userId', omitted if there is only one), or a field of
   * the body or query ('body.campaignId'). If the call names no object, it is always about the caller's own.
   */
  at?: string;
  /**
   * What other callers get, also if the object does not exist. Default: the refusal of this kind (`objects` in
   * domain.ts). 'nothing' is a success that reveals and changes nothing.
   */
  others?: Code | 'nothing';
  /** What other callers get if the existence of the object is public. Default: the same as `others`. */
  strangers?: Code | 'nothing';
}

export const SessionLack = z.enum(['proof', 'enrolment']);
export type SessionLack = z.infer<typeof SessionLack>;

/** What a personal access token may do. Each endpoint that accepts tokens names one of these. */
export const TokenScope = z.enum([
  'campaigns:read',
  'applications:read',
  'applications:write',
  'proofs:read',
  'payments:read',
]);
export type TokenScope = z.infer<typeof TokenScope>;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';

export interface EndpointDefinition<
  Code extends string = string,
  Kind extends string = string,
  Limit extends string = string,
> {
  name: string;
  method: Method;
  path: `/${string}`;
  summary: string;
  who: Callers;
  whose?: ObjectAccess<Code, Kind>;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Names of the file parts of a multipart form. The other parts are validated by `body`. */
  files?: readonly string[];
  /** The body is a part of a file, which the handler reads while it arrives. */
  takesBytes?: true;
  /** Also accepts an HTML form post without JavaScript. The form's fields are ignored. */
  takesForm?: true;
  /** Only fields in this schema leave the server. Omit it if the response has no body or is not JSON. */
  response?: z.ZodType;
  /**
   * Sends a stream of these events (Server-Sent Events) instead of one response. Each name maps to the schema
   * of its data.
   */
  events?: Readonly<Record<string, z.ZodType>>;
  /** Status of a successful response. Default: 200. */
  status?: 200 | 201 | 202 | 204 | 302 | 303;
  refusals?: readonly Code[];
  /**
   * Reasons for an incomplete session that this call accepts. Every other call requires a complete session.
   */
  despite?: readonly SessionLack[];
  limit?: Limit;
  /**
   * The scope that a personal access token needs for this call. Without one, the call refuses every token. Calls
   * that move money or change how a user signs in must not have one.
   */
  scope?: TokenScope;
  /**
   * Answered also when the server has too much to do and refuses other calls (decision 86). For calls that move money
   * or approve it, for tracking, for sending proof, and for signing out.
   */
  vital?: true;
  /** A background poll. It does not extend an idle session (decision 22.3). */
  poll?: boolean;
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
export type ResponseInput<E> = [SchemaOf<E, 'response'>] extends [never]
  ? void
  : z.input<SchemaOf<E, 'response'>>;
export type ResponseOf<E> = [SchemaOf<E, 'response'>] extends [never]
  ? undefined
  : z.output<SchemaOf<E, 'response'>>;

type EventsOf<E> = E extends { events: infer Events extends Readonly<Record<string, z.ZodType>> }
  ? Events
  : never;
export type EventName<E> = keyof EventsOf<E> & string;
export type EventInput<E, Name extends EventName<E>> = z.input<EventsOf<E>[Name]>;
export type EventData<E, Name extends EventName<E>> = z.output<EventsOf<E>[Name]>;

export type EventOf<E> = { [Name in EventName<E>]: { name: Name; data: EventData<E, Name> } }[EventName<E>];

type Present<Key extends string, Value> = [Value] extends [undefined]
  ? unknown
  : undefined extends Value
    ? { [K in Key]?: Value }
    : object extends Value
      ? { [K in Key]?: Value }
      : { [K in Key]: Value };

/**
 * The arguments of call(): only the parts that the endpoint declares, as the input types of their schemas.
 */
export type CallArguments<E> = Present<'params', InputOf<E, 'params'>> &
  Present<'query', InputOf<E, 'query'>> &
  Present<'body', InputOf<E, 'body'>>;

/** '/api/campaigns/{id}' with {id: 'x'} → '/api/campaigns/x'. Throws if a parameter is missing. */
export function fillPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`path ${path} lacks the parameter ${name}`);
    return encodeURIComponent(value);
  });
}

export const Done = z.object({ message: z.string() });

/** A malformed id returns 404, like an unknown one. */
export const IdParams = z.object({ id: Id });
