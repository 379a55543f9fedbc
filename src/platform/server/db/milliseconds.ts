import { sql } from 'drizzle-orm';

/** Returns the SQL interval of this many milliseconds. */
export const milliseconds = (count: number) => sql`${count} * interval '1 millisecond'`;
