import type { Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointDefinition, SessionLack } from '#kernel/endpoint.ts';
import { toFieldErrors, Refusal, type RefusalDetails } from '#kernel/errors.ts';
import { t } from '#kernel/text.ts';
import type { z } from 'zod';
import { refuse } from '#platform/domain.ts';
import { inJob } from '../crash-point.ts';
import type { Deps } from '../deps.ts';
import { addressKey } from '../limits/address-key.ts';
import { requireToken } from '../limits/limits.ts';
import { inRequest } from '../security/request-origin.ts';
import type { FormFile, Route } from './route.ts';
import { getSerializer } from './serialize.ts';
import { type Actor, hashToken, readCookie } from '../security/session.ts';
import { inSpan } from '../tracing/span.ts';

/**
 * Order of checks: load → authorisation → path parameters → rate limit → body and query → use case → allowed response fields.
 */
export function registerRoutes(http: FastifyInstance, deps: Deps, routes: readonly Route[]): void {
  for (const each of routes.filter(({ endpoint }) => !endpoint.takesForm)) registerRoute(http, deps, each);
  const ofForms = routes.filter(({ endpoint }) => endpoint.takesForm);
  if (ofForms.length === 0) return;
  // In their own scope, because every other route refuses forms, which another site could send.
  http.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
      async () => undefined,
    );
    for (const each of ofForms) registerRoute(scope, deps, each);
  });
}

const FORM_LIMIT_BYTES = 1024;

export function toRouteUrl(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function registerRoute(http: FastifyInstance, deps: Deps, { endpoint, handler, raw }: Route): void {
  const job = `${endpoint.method} ${endpoint.path}`;
  const serialize = endpoint.response ? getSerializer(endpoint.response) : null;
  http.route({
    method: endpoint.method,
    url: toRouteUrl(endpoint.path),
    // A stream never ends, so it has no HEAD route.
    ...(endpoint.events ? { exposeHeadRoute: false } : {}),
    handler: (request, reply) =>
      deps.shedding.run(endpoint, () => inSpan(job, 'server', (span) => answer(request, reply, span))),
  });

  async function answer(request: FastifyRequest, reply: FastifyReply, span: Span): Promise<FastifyReply> {
    span.setAttributes({ 'http.route': endpoint.path, 'promenade.request_id': request.id });
    const actor = await authorise(deps, endpoint, request);
    const params = parse(endpoint.params, request.params, 'request/not-found');
    if (endpoint.limit) await takeLimit(deps, endpoint.limit, { actor, ip: request.ip, params });
    const { body, files } = await readBody(endpoint, request);
    const context = {
      params,
      query: parse(endpoint.query, request.query, 'request/invalid'),
      body,
      files,
      actor,
      request,
      reply,
      authoriseAgain: () => authorise(deps, endpoint, request),
    };
    const result: unknown = await inRequest(request, () =>
      inJob(job, async () => handler(context), 'answer'),
    );
    if (raw || reply.sent) return reply;
    return sendAnswer(deps, endpoint, reply, serialize, result);
  }
}

async function authorise(
  deps: Deps,
  endpoint: EndpointDefinition,
  request: FastifyRequest,
): Promise<Actor | null> {
  const { who } = endpoint;
  if (who === 'provider') return null;
  const actor = await findCaller(deps, endpoint, request);
  request.actorId = actor?.userId ?? null;
  const lack = actor && !endpoint.despite?.some((each) => each === actor.lacks) ? actor.lacks : null;
  // An incomplete session counts as signed out for calls that anyone may make.
  if (who === 'anyone') return lack === null ? actor : null;
  if (!actor) throw refuse('auth/required');
  if (lack !== null) throw refuse('auth/second-factor-required', refusalsByLack[lack]());
  if (who === 'signedIn') return actor;
  if (actor.role === null) throw refuse('auth/type-required');
  if (!who.includes(actor.role)) throw refuse('auth/forbidden');
  return actor;
}

/** A call with an access token never counts as one of the session in its cookie. */
async function findCaller(
  deps: Deps,
  endpoint: EndpointDefinition,
  request: FastifyRequest,
): Promise<Actor | null> {
  const [, bearer] = /^Bearer +(.*)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (bearer !== undefined) return findTokenOwner(deps, endpoint, request, bearer);
  const token = readCookie(request, deps.config, 'sid');
  return token ? deps.ports.findActor(hashToken(token), !endpoint.poll) : null;
}

async function findTokenOwner(
  deps: Deps,
  { scope }: EndpointDefinition,
  request: FastifyRequest,
  token: string,
): Promise<Actor> {
  const found = await deps.ports.findTokenActor(hashToken(token));
  if (!found) throw refuse('auth/token-invalid');
  request.actorId = found.actor.userId;
  request.accessTokenId = found.actor.sessionId;
  await requireToken(deps.limits, 'access-token', found.actor.userId);
  if (scope === undefined || !found.scopes.includes(scope)) throw refuse('auth/token-scope');
  return found.actor;
}

const refusalsByLack: Record<SessionLack, () => RefusalDetails> = {
  proof: () => ({ state: 'proof' }),
  enrolment: () => ({
    state: 'enrolment',
    message: t('Administrators need a second factor. Set one up to continue.'),
  }),
};

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

async function takeLimit(
  deps: Deps,
  limit: string,
  { actor, ip, params }: { actor: Actor | null; ip: string; params: unknown },
): Promise<void> {
  // On a developer's machine, all test accounts share one address.
  if (!actor && !deps.config.production && loopback.has(ip)) return;
  const caller = actor?.userId ?? addressKey(ip);
  const key = deps.limits.isPerObject(limit) ? `${caller} ${JSON.stringify(params)}` : caller;
  await requireToken(deps.limits, limit, key);
}

function parse(
  schema: z.ZodType | undefined,
  value: unknown,
  code: 'request/invalid' | 'request/not-found',
): unknown {
  if (!schema) return undefined;
  const unkeepable = findUnstorablePath(value);
  if (unkeepable !== null) {
    throw refuse(code, { fields: { [unkeepable || 'body']: t('This can’t be saved as entered') } });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refuse(code, code === 'request/invalid' ? { fields: toFieldErrors(parsed.error) } : {});
}

/** More than twice as deep as any of our forms. */
const DEEPEST_INPUT = 12;

/** Schemas do not check for these: a zero byte, which PostgreSQL cannot store, and too deep nesting. */
function findUnstorablePath(value: unknown, path = '', depth = 0): string | null {
  if (typeof value === 'string') return value.includes('\0') ? path : null;
  if (value === null || typeof value !== 'object') return null;
  if (depth === DEEPEST_INPUT) return path;
  for (const [key, inner] of Object.entries(value)) {
    const found = findUnstorablePath(inner, path ? `${path}.${key}` : key, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

async function readBody(
  endpoint: EndpointDefinition,
  request: FastifyRequest,
): Promise<{ body: unknown; files: Record<string, FormFile> }> {
  if (!endpoint.files || !request.isMultipart()) {
    return { body: parse(endpoint.body, request.body ?? undefined, 'request/invalid'), files: {} };
  }
  const { fields, files } = await readForm(endpoint.files, request);
  return { body: parse(endpoint.body, fields, 'request/invalid'), files };
}

async function readForm(
  names: readonly string[],
  request: FastifyRequest,
): Promise<{ fields: Record<string, string>; files: Record<string, FormFile> }> {
  const fields: Record<string, string> = {};
  const files: Record<string, FormFile> = {};
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value);
      else if (names.includes(part.fieldname)) {
        files[part.fieldname] = { filename: part.filename, content: await part.toBuffer() };
      } else throw refuse('request/invalid', { fields: { [part.fieldname]: t('Unexpected file') } });
    }
  } catch (error) {
    // The parser's errors about a broken or truncated form have no code. The client caused them.
    if (error instanceof Refusal || (error instanceof Error && 'statusCode' in error)) throw error;
    throw refuse('request/malformed');
  }
  return { fields, files };
}

function sendAnswer(
  deps: Deps,
  endpoint: EndpointDefinition,
  reply: FastifyReply,
  serialize: ((answer: unknown) => string) | null,
  answer: unknown,
): FastifyReply {
  reply.code(endpoint.status ?? 200);
  if (!endpoint.response || !serialize) return reply.send();
  const checked = deps.config.checksAnswers ? endpoint.response.parse(answer) : answer;
  return reply
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => String(payload))
    .send(serialize(checked));
}
