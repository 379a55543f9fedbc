import pg from 'pg';
import { databaseErrorCode } from './constraint-errors.ts';

const READ_ONLY_TRANSACTION = '25006';

/** If true, the last statement may or may not have been executed. The caller may retry the work. */
export function isConnectionError(error: unknown): boolean {
  return findConnectionError(error) !== undefined;
}

/** True if the server is a replica, or has become one. */
export function isReadOnlyServer(error: unknown): boolean {
  return databaseErrorCode(error) === READ_ONLY_TRANSACTION;
}

/** Returns the driver's error, because drizzle's message is the whole statement. */
export function findConnectionError(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof pg.DatabaseError) return endsConnection(error) ? error : undefined;
  if (driverMessages.has(error.message) || ('code' in error && networkCodes.has(String(error.code))))
    return error;
  return findConnectionError(error.cause);
}

/**
 * FATAL and PANIC end a connection (PostgreSQL message severities). Classes 08 and 57P are connection errors
 * and shutdowns in any language. A replica refuses writes: during a failover, an address may lead to one.
 */
function endsConnection({ severity, code = '' }: pg.DatabaseError): boolean {
  return (
    severity === 'FATAL' ||
    severity === 'PANIC' ||
    code.startsWith('08') ||
    code.startsWith('57P') ||
    code === READ_ONLY_TRANSACTION
  );
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

/** pg gives these errors no code, so they are matched by message. */
const driverMessages: ReadonlySet<string> = new Set([
  'Client has encountered a connection error and is not queryable',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'Query read timeout',
  'timeout exceeded when trying to connect',
]);
