import { findConnectionError } from '../db/connection-errors.ts';

/**
 * Besides ids, counts and durations, which are matched by suffix. Add a name only if its values cannot be personal
 * data.
 */
const allowedNames = new Set([
  'req',
  'res',
  'err',
  'method',
  'route',
  'status',
  'refusal',
  'role',
  'responseTime',
  'kind',
  'event',
  'job',
  'state',
  'reason',
  'attempt',
  'attempts',
  'migration',
  'port',
  'signal',
  'pid',
]);

const idName = /(?:^id|^reqId|[a-z]Id)$/;
/**
 * Matches a UUID, a sequence number or a provider's id. Our tokens are longer, and email addresses contain
 * other characters.
 */
const idValue = /^[A-Za-z0-9_-]{1,40}$/;
const measureName = /(?:Ms|[mM]illiseconds|Seconds|Minutes|Bytes|Count|Cents)$/;
/** Matches a refusal code such as 'campaign/full'. A sign-in code has digits. */
const refusalCode = /^[a-z]+\/[a-z-]+$/;
const emailPattern = /[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi;
const queryPattern = /\?[^\s"'=]+=[^\s"']*/g;

export function allowedFields(fields: Record<string, unknown>): Record<string, unknown> {
  const allowed: Record<string, unknown> = {};
  const dropped: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (isAllowed(name, value)) allowed[name] = typeof value === 'string' ? safeText(value) : value;
    else dropped.push(name);
  }
  return dropped.length > 0 ? { ...allowed, dropped } : allowed;
}

function isAllowed(name: string, value: unknown): boolean {
  if (name === 'req' || name === 'res' || name === 'err') return true;
  if (idName.test(name))
    return (typeof value === 'string' && idValue.test(value)) || typeof value === 'number';
  if (name === 'code') return typeof value === 'string' && refusalCode.test(value);
  if (measureName.test(name)) return typeof value === 'number';
  return allowedNames.has(name) && ['string', 'number', 'boolean'].includes(typeof value);
}

export function safeText(text: string): string {
  const withoutQueries = text.includes('?') ? text.replaceAll(queryPattern, '?…') : text;
  return withoutQueries.includes('@') ? withoutQueries.replaceAll(emailPattern, '[email]') : withoutQueries;
}

interface RequestLike {
  id?: unknown;
  method?: unknown;
  routeOptions?: { url?: unknown };
}

/** Never the URL: a query may contain a token, an email address or a position. */
export function serializeRequest(request: RequestLike): object {
  return { id: request.id, method: request.method, route: request.routeOptions?.url ?? 'none' };
}

export function serializeReply(reply: { statusCode?: unknown }): object {
  return { status: reply.statusCode };
}

/** Drops other properties, because database errors put rows in them. */
export function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  // While the database is away, every request fails like this, and neither statement nor stack says more.
  const lost = findConnectionError(error);
  if (lost) return { type: lost.name, message: safeMessage(lost), ...readCode(lost) };
  const message = safeMessage(error);
  return {
    type: error.name,
    message,
    // The stack repeats the message, so it may contain the text that safeMessage removes.
    stack: safeText(
      (error.stack ?? '')
        .split('\n')
        .filter((line) => /^\s+at /.test(line))
        .join('\n'),
    ),
    ...readCode(error),
    ...(error.cause === undefined ? {} : { cause: serializeError(error.cause) }),
  };
}

function readCode(error: Error): { code?: string } {
  return 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
}

export function safeMessage(error: Error): string {
  // drizzle-orm appends the parameters of a failed query to the message.
  const text = error.message.replace(/\nparams:[\s\S]*$/, '');
  // PostgreSQL error class 22 (bad data) quotes the invalid value.
  const isBadData = 'code' in error && typeof error.code === 'string' && error.code.startsWith('22');
  return safeText(isBadData ? text.replaceAll(/"[^"]*"/g, '"…"') : text);
}
