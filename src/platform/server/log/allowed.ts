/** Fields of any log line, beside ids, counts and durations by their endings. Add a name only if its values cannot be personal. */
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
/** A UUID, a sequence number or a provider's own id; a token of ours is longer, an address has other characters. */
const idValue = /^[A-Za-z0-9_-]{1,40}$/;
const measureName = /(?:Ms|[mM]illiseconds|Seconds|Minutes|Bytes|Count|Cents)$/;
/** A refusal's code, 'campaign/full'; a sign-in code has digits. */
const refusalCode = /^[a-z]+\/[a-z-]+$/;
const emailPattern = /[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi;
const queryPattern = /\?[^\s"'=]+=[^\s"']*/g;

/** Keeps what the log may hold; names what it left out under `dropped`. */
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

/** A text without what a careless caller may have put into it: email addresses and the queries of addresses. */
export function safeText(text: string): string {
  const withoutQueries = text.includes('?') ? text.replaceAll(queryPattern, '?…') : text;
  return withoutQueries.includes('@') ? withoutQueries.replaceAll(emailPattern, '[email]') : withoutQueries;
}

interface RequestLike {
  id?: unknown;
  method?: unknown;
  routeOptions?: { url?: unknown };
}

/** The route's pattern and never its address: a query may hold a token, an address or a position. */
export function serializeRequest(request: RequestLike): object {
  return { id: request.id, method: request.method, route: request.routeOptions?.url ?? 'none' };
}

export function serializeReply(reply: { statusCode?: unknown }): object {
  return { status: reply.statusCode };
}

/** Type, message, stack, code and causes. Other properties stay out: the database's errors carry rows there. */
export function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const message = safeMessage(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: error.name,
    message,
    // The stack repeats the message, which may hold what safeMessage took out.
    stack: safeText(
      (error.stack ?? '')
        .split('\n')
        .filter((line) => /^\s+at /.test(line))
        .join('\n'),
    ),
    ...(code === undefined ? {} : { code }),
    ...(error.cause === undefined ? {} : { cause: serializeError(error.cause) }),
  };
}

/** An error's message without the values that databases and their drivers quote in it. */
export function safeMessage(error: Error): string {
  // drizzle-orm puts a failed query's parameters at the end of the message.
  const text = error.message.replace(/\nparams:[\s\S]*$/, '');
  // PostgreSQL's class 22 (bad data) quotes the value that it could not read.
  const isBadData = 'code' in error && typeof error.code === 'string' && error.code.startsWith('22');
  return safeText(isBadData ? text.replaceAll(/"[^"]*"/g, '"…"') : text);
}
