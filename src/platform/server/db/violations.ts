import pg from 'pg';

/** Was it refused by a unique constraint or index (of this name)? */
export function uniqueViolation(error: unknown, constraintName?: string): boolean {
  return violates(error, '23505', constraintName);
}

/** Was it refused by a check constraint (of this name)? */
export function checkViolation(error: unknown, constraintName?: string): boolean {
  return violates(error, '23514', constraintName);
}

/** Was it refused because what it refers to is missing, or is still referred to? */
export function foreignKeyViolation(error: unknown, constraintName?: string): boolean {
  return violates(error, '23503', constraintName);
}

/** The SQLSTATE of an error that came from the database, however deep it is wrapped. */
export function databaseErrorCode(error: unknown): string | undefined {
  return databaseError(error)?.code;
}

function violates(error: unknown, code: string, constraintName: string | undefined): boolean {
  const found = databaseError(error);
  return found?.code === code && (constraintName === undefined || found.constraint === constraintName);
}

/** drizzle wraps the driver's error, and so may a service. */
function databaseError(error: unknown): pg.DatabaseError | undefined {
  if (error instanceof pg.DatabaseError) return error;
  return error instanceof Error && error.cause !== undefined ? databaseError(error.cause) : undefined;
}
