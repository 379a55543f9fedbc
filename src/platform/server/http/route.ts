import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BodyOf, EndpointDefinition, ParamsOf, QueryOf, ResponseInput, Role } from '#kernel/endpoint.ts';
import type { Actor } from '../security/session.ts';

export interface FormFile {
  filename: string;
  content: Buffer;
}

type ActorOf<E extends EndpointDefinition> = E['who'] extends 'anyone' | 'provider'
  ? Actor | null
  : E['who'] extends readonly Role[]
    ? Actor & { role: E['who'][number] }
    : Actor;

export interface RouteContext<E extends EndpointDefinition> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  files: Readonly<Record<string, FormFile>>;
  actor: ActorOf<E>;
  request: FastifyRequest;
  reply: FastifyReply;
  /** For long-running responses. Refuses like the first check if the session is no longer valid. */
  authoriseAgain: () => Promise<ActorOf<E>>;
}

export type Handler<E extends EndpointDefinition> = (
  context: RouteContext<E>,
) => Promise<ResponseInput<E>> | ResponseInput<E>;

export interface Route {
  endpoint: EndpointDefinition;
  // route() checks that the handler fits its endpoint. A list of routes needs the widest type.
  // oxlint-disable-next-line typescript/no-explicit-any
  handler: (context: any) => unknown;
  /** For files, redirects and uploads. Validation and authorisation still apply. */
  raw: boolean;
}

export function route<const E extends EndpointDefinition>(endpoint: E, handler: Handler<E>): Route {
  return { endpoint, handler, raw: false };
}

export function rawRoute<const E extends EndpointDefinition>(
  endpoint: E,
  handler: (context: RouteContext<E>) => Promise<unknown>,
): Route {
  return { endpoint, handler, raw: true };
}
