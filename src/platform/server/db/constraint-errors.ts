import pg from 'pg';

export function isUniqueViolation(error: unknown, constraintName?: string): boolean {
  return violates(error, '23505', constraintName);
}

export function isCheckViolation(error: unknown, constraintName?: string): boolean {
  return violates(error, '23514', constraintName);
}

/** The referenced row is missing, or the row is still referenced. */
export function isForeignKeyViolation(error: unknown, constraintName?: string): boolean {
  return violates(error, '23503', constraintName);
}

export function databaseErrorCode(error: unknown): string | undefined {
  return databaseError(error)?.code;
}

function violates(error: unknown, code: string, constraintName: string | undefined): boolean {
  const found = databaseError(error);
  return found?.code === code && (constraintName === undefined || found.constraint === constraintName);
}

/** drizzle wraps the driver's error, and a service may wrap it again. */
function databaseError(error: unknown): pg.DatabaseError | undefined {
  if (error instanceof pg.DatabaseError) return error;
  return error instanceof Error && error.cause !== undefined ? databaseError(error.cause) : undefined;
}
