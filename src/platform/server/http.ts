import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { type ErrorBody, Refusal, refuse, type RefusalCode, refusals } from '#kernel/errors.ts';
import type { Deps } from './deps.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { isOutOfReach } from './db/out-of-reach.ts';
import { databaseErrorCode } from './db/violations.ts';
import { checkOrigin } from './origin-check.ts';

const MEBIBYTE = 1024 * 1024;

/** A JSON body holds forms, never files: more than this is refused before it is read. */
const JSON_LIMIT_BYTES = MEBIBYTE / 2;
const FORM_FILE_LIMIT_BYTES = 10 * MEBIBYTE;
/** Longer than Node takes a whole request's headers to be. */
const LONGEST_ADDRESS = 20_000;
/** Answers to these belong to one caller: no cache may keep them. */
const privatePaths = ['/api/', '/auth/', '/paypal/'];

/** The HTTP server with everything that holds for every answer: headers, limits, the Origin check, one error shape. */
export async function createHttp(deps: Deps): Promise<FastifyInstance> {
  const { config } = deps;
  const http = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => deps.random.uuid(),
    // Of the addresses in X-Forwarded-For only those that our own proxies added are believed.
    trustProxy: (_address: string, hop: number) => hop < config.trustedProxies,
    bodyLimit: JSON_LIMIT_BYTES,
    forceCloseConnections: 'idle',
    requestTimeout: 60_000,
    // Fastify answers what its router cannot read before any hook, without our headers and with the address in the text.
    // So it gets nothing of the kind: a long or unreadable parameter goes on to its schema, which knows no such id.
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: LONGEST_ADDRESS },
  });
  // Text is no form of any call; without its parser it is refused as every other foreign type is.
  http.removeContentTypeParser('text/plain');
  http.setErrorHandler((error: unknown, request, reply) => answerError(error, request, reply));
  http.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (privatePaths.some((prefix) => request.url.startsWith(prefix)))
      reply.header('cache-control', 'no-store');
  });
  http.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
  await http.register(helmet, {
    contentSecurityPolicy: contentSecurityPolicy(config),
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: config.publicUrl?.startsWith('https://')
      ? { maxAge: 31_536_000, includeSubDomains: true }
      : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });
  // After the headers, so that a refusal has them too.
  http.addHook('onRequest', async (request) => {
    if (!request.url.startsWith('/wallet-simulator')) checkOrigin(request, config.publicUrl);
  });
  http.addHook('onSend', async (_request, reply) => {
    reply.header('permissions-policy', 'geolocation=(self), camera=(self), microphone=()');
  });
  await http.register(cookie);
  await http.register(multipart, {
    limits: { fileSize: FORM_FILE_LIMIT_BYTES, files: 5, fields: 60, fieldSize: 10_000, parts: 65 },
  });
  return http;
}

/** What Fastify itself refuses, in our words. */
const codesByStatus: Readonly<Record<number, RefusalCode>> = {
  400: 'request/malformed',
  404: 'request/not-found',
  413: 'request/too-large',
  415: 'request/unsupported-type',
  429: 'request/too-many',
  503: 'server/busy',
};

/** A database that was restarted is there again by then. */
const RETRY_AFTER_SECONDS = 5;

/** The one place where an error becomes an answer. No stack and no internal text ever leaves the server. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = error instanceof Refusal ? error : asRefusal(error);
  if (refusal === null && isOutOfReach(error)) {
    request.log.error({ err: error, requestId: request.id }, 'the database is out of reach');
    return send(reply, request, refuse('server/busy', { retryAfterSeconds: RETRY_AFTER_SECONDS }));
  }
  if (refusal === null) {
    request.log.error({ err: error, requestId: request.id }, 'bug');
    return send(reply, request, refuse('server/bug'));
  }
  if (refusal.status === 401 || refusal.status === 403) {
    request.log.warn({ refusal: refusal.code, route: request.routeOptions.url }, 'refused');
  }
  return send(reply, request, refusal);
}

function send(reply: FastifyReply, request: FastifyRequest, refusal: Refusal): FastifyReply {
  const { fields, state, retryAfterSeconds } = refusal.details;
  const body: ErrorBody = { code: refusal.code, message: refusal.message, requestId: request.id };
  if (fields) body.fields = fields;
  if (state) body.state = state;
  if (retryAfterSeconds !== undefined)
    reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterSeconds))));
  // JSON.stringify by hand: a route's own serializer would drop what its success answer does not know.
  return reply
    .code(refusals[refusal.code][0])
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(body);
}

/** Null for whatever the caller did not cause. Another service's refusal has a status too, and is a bug of ours here. */
function asRefusal(error: unknown): Refusal | null {
  // The caller's own account was deleted, or became another type's, while the call was being answered: their session has ended.
  if (databaseErrorCode(error) === ACCOUNT_CLOSED) return refuse('auth/required');
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number')
    return null;
  const isOfRequest =
    error instanceof SyntaxError || ('code' in error && String(error.code).startsWith('FST_'));
  if (!isOfRequest || error.statusCode >= 500) return null;
  return refuse(codesByStatus[error.statusCode] ?? 'request/malformed');
}

/** What the database says of anything added to an account that no longer takes it (migrations/0142-deleted-accounts.sql). */
const ACCOUNT_CLOSED = 'AC001';

/** An address with a broken escape, made readable: it then names nothing that exists. */
function readableUrl(url: string): string {
  const [path = '/', ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}
