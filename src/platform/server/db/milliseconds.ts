import { sql } from 'drizzle-orm';

export const milliseconds = (count: number) => sql`${count} * interval '1 millisecond'`;
