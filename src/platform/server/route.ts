import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BodyOf, EndpointDefinition, ParamsOf, QueryOf, ResponseInput, Role } from '#kernel/endpoint.ts';
import type { Actor } from './session.ts';

/** One file part of a multipart form, held in memory up to the limit of http.ts. */
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
  /** Looks once more at who may call, for answers that go on: refuses as the door does, once the session no longer passes it. */
  authoriseAgain: () => Promise<ActorOf<E>>;
}

export type Handler<E extends EndpointDefinition> = (
  context: RouteContext<E>,
) => Promise<ResponseInput<E>> | ResponseInput<E>;

export interface Route {
  endpoint: EndpointDefinition;
  // The pairing with its endpoint was checked where route() was called; a list of routes can only hold the widest form.
  // oxlint-disable-next-line typescript/no-explicit-any
  handler: (context: any) => unknown;
  /** The handler answers by itself (files, redirects, uploads); validation and authorisation still apply. */
  raw: boolean;
}

/** Ties an endpoint of a contract to the use case that answers it. */
export function route<const E extends EndpointDefinition>(endpoint: E, handler: Handler<E>): Route {
  return { endpoint, handler, raw: false };
}

/** For answers that are not JSON: the handler sends the reply itself. */
export function rawRoute<const E extends EndpointDefinition>(
  endpoint: E,
  handler: (context: RouteContext<E>) => Promise<unknown>,
): Route {
  return { endpoint, handler, raw: true };
}
