import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { type ErrorBody, Refusal } from '#kernel/errors.ts';
import { type RefusalCode, refuse } from '#platform/domain.ts';
import type { Deps } from '../deps.ts';
import { computeSecurityHeaders } from '../security/security-headers.ts';
import { isConnectionError } from '../db/connection-errors.ts';
import { databaseErrorCode } from '../db/constraint-errors.ts';
import { requireOwnOrigin } from '../security/origin-check.ts';
import { followReaders } from './request-language.ts';
import { registerApiVersion } from './api-version.ts';
import { isDiskFullError } from '../storage/disk-space.ts';
import { StorageUnavailable } from '../storage/storage.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** For the log. Null if the caller is signed out. */
    actorId: string | null;
    /** For the log. Null unless the caller used an access token. */
    accessTokenId: string | null;
  }
}

const MEBIBYTE = 1024 * 1024;

const JSON_LIMIT_BYTES = MEBIBYTE / 2;
const FORM_FILE_LIMIT_BYTES = 10 * MEBIBYTE;
/** Larger than Node's limit for all headers of a request. */
const LONGEST_ADDRESS = 20_000;
/** Responses under these paths are private to the caller, so no cache may store them. */
const privatePaths = ['/api/', '/auth/', '/paypal/'];

export async function createHttp(deps: Deps): Promise<FastifyInstance> {
  const { config } = deps;
  const http = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => deps.random.uuid(),
    // Trusts only what these proxies say about the addresses before them.
    trustProxy: config.trustedProxies.length > 0 && [...config.trustedProxies],
    bodyLimit: JSON_LIMIT_BYTES,
    forceCloseConnections: 'idle',
    requestTimeout: config.requestTimeoutMs,
    // Ends connections whose client stopped reading. Streams write at least every 15 seconds.
    connectionTimeout: 2 * config.requestTimeoutMs,
    http: {
      headersTimeout: config.requestTimeoutMs,
      // How late Node may notice a request that takes too long to arrive.
      connectionsCheckingInterval: Math.ceil(config.requestTimeoutMs / 4),
    },
    // If Fastify's router cannot parse a URL, it responds before any hook, without our headers and with the
    // URL in the text. So such URLs are rewritten, and a long or invalid parameter reaches the schema, which
    // rejects it.
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: LONGEST_ADDRESS },
  });
  // No endpoint accepts text. Without this parser, it is refused like any other unsupported type.
  http.removeContentTypeParser('text/plain');
  http.setErrorHandler((error: unknown, request, reply) => answerError(error, request, reply));
  http.decorateRequest('actorId', null);
  http.decorateRequest('accessTokenId', null);
  const securityHeaders = computeSecurityHeaders(config);
  // These hooks run for every request, so they take a callback: a promise for each would cost more.
  http.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders).header('x-request-id', request.id);
    if (privatePaths.some((prefix) => request.url.startsWith(prefix)))
      reply.header('cache-control', 'no-store');
    done();
  });
  if (config.production) warnOfUntrustedProxy(http);
  http.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        userId: request.actorId ?? undefined,
        accessTokenId: request.accessTokenId ?? undefined,
        milliseconds: Math.round(reply.elapsedTime),
      },
      'answered',
    );
    done();
  });
  registerApiVersion(http);
  // Registered after the header hooks, so that a refusal has the headers too.
  http.addHook('onRequest', (request, _reply, done) => {
    if (!request.url.startsWith('/wallet-simulator')) requireOwnOrigin(request, config.publicUrl);
    done();
  });
  await http.register(cookie);
  followReaders(http);
  await http.register(multipart, {
    limits: { fileSize: FORM_FILE_LIMIT_BYTES, files: 5, fields: 60, fieldSize: 10_000, parts: 65 },
  });
  return http;
}

const MOST_WARNINGS = 20;

/**
 * Behind a proxy that TRUST_PROXY does not name, all users share the limits of one address. Anyone can send the header,
 * so only the first few senders are named.
 */
function warnOfUntrustedProxy(http: FastifyInstance): void {
  const named = new Set<string>();
  http.addHook('onRequest', async (request) => {
    const address = request.socket.remoteAddress;
    if (!address || !request.headers['x-forwarded-for'] || request.ip !== address) return;
    if (named.has(address) || named.size >= MOST_WARNINGS) return;
    named.add(address);
    request.log.warn({ proxy: address }, 'X-Forwarded-For is ignored: TRUST_PROXY does not name its sender');
  });
}

const codesByStatus: Readonly<Record<number, RefusalCode>> = {
  400: 'request/malformed',
  404: 'request/not-found',
  413: 'request/too-large',
  415: 'request/unsupported-type',
  429: 'request/too-many',
  503: 'server/busy',
};

/** SQLSTATE of a statement that reached its time limit. */
const QUERY_CANCELED = '57014';

/** Long enough for a database to restart. */
const RETRY_AFTER_SECONDS = 5;

/** No stack and no internal message ever leaves the server. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = error instanceof Refusal ? error : asRefusal(error);
  const outage = refusal === null ? describeOutage(error) : null;
  if (outage !== null) {
    request.log.error({ err: error, requestId: request.id }, outage);
    return send(reply, request, refuse('server/busy', { retryAfterSeconds: RETRY_AFTER_SECONDS }));
  }
  if (refusal === null) {
    request.log.error({ err: error, requestId: request.id }, 'bug');
    return send(reply, request, refuse('server/bug'));
  }
  if (isLogged(refusal)) {
    request.log.warn({ refusal: refusal.code, route: request.routeOptions.url }, 'refused');
  }
  return send(reply, request, refusal);
}

/** For the log. Null for an error that is a bug. */
function describeOutage(error: unknown): string | null {
  if (isConnectionError(error)) return 'the database is unreachable'; // not for users
  if (databaseErrorCode(error) === QUERY_CANCELED) return 'a statement took too long'; // not for users
  if (error instanceof StorageUnavailable) return 'the storage of files is unavailable'; // not for users
  return isDiskFullError(error) ? 'the disk is full' : null; // not for users
}

/** Missing permissions, exceeded limits, and proofs of identity that failed (OWASP ASVS V16.3). */
function isLogged({ status, code }: Refusal): boolean {
  return [401, 403, 429].includes(status) || code.startsWith('auth/');
}

function send(reply: FastifyReply, request: FastifyRequest, refusal: Refusal): FastifyReply {
  const { fields, state, retryAfterSeconds } = refusal.details;
  const body: ErrorBody = { code: refusal.code, message: refusal.message, requestId: request.id };
  if (fields) body.fields = fields;
  if (state) body.state = state;
  if (retryAfterSeconds !== undefined)
    reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterSeconds))));
  if (refusal.code === 'auth/token-invalid') reply.header('www-authenticate', 'Bearer error="invalid_token"');
  // Uses JSON.stringify, because a route's own serializer would drop fields that its success response does
  // not have.
  return reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(body);
}

/** Null if the caller did not cause the error. An error from another service also has a status, but it is our bug. */
function asRefusal(error: unknown): Refusal | null {
  // The caller's account was deleted or changed its type during the call, so their session has ended.
  if (databaseErrorCode(error) === ACCOUNT_CLOSED) return refuse('auth/required');
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number')
    return null;
  const isOfRequest =
    error instanceof SyntaxError || ('code' in error && String(error.code).startsWith('FST_'));
  if (!isOfRequest || error.statusCode >= 500) return null;
  return refuse(codesByStatus[error.statusCode] ?? 'request/malformed');
}

/**
 * SQLSTATE that the database raises for writes to a closed account (migrations/0142-deleted-accounts.sql).
 */
const ACCOUNT_CLOSED = 'AC001';

/** A URL with a broken escape then matches no existing object. */
function readableUrl(url: string): string {
  const [path = '/', ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}
