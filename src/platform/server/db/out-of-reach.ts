import pg from 'pg';

/**
 * Did the connection to the database end, or never come about? Whether the last of what was sent has happened is unknown then; what
 * was asked for may be asked for again.
 */
export function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof pg.DatabaseError) return endsConnection(error);
  if (wordsOfDriver.has(error.message) || ('code' in error && networkCodes.has(String(error.code))))
    return true;
  return isOutOfReach(error.cause);
}

/** PostgreSQL's own distinction (message severities); class 08 and 57P are connections and shutdowns in any language. */
function endsConnection({ severity, code = '' }: pg.DatabaseError): boolean {
  return severity === 'FATAL' || severity === 'PANIC' || code.startsWith('08') || code.startsWith('57P');
}

const networkCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** pg gives these no code. */
const wordsOfDriver: ReadonlySet<string> = new Set([
  'Client has encountered a connection error and is not queryable',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'timeout exceeded when trying to connect',
]);
