import { and, eq } from 'drizzle-orm';
import type { Id } from '#kernel/id.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { chargeback } from './tables.ts';

/** While one is open, nothing leaves the purpose. */
export async function hasOpenChargeback(reader: Reader, purposeId: Id): Promise<boolean> {
  const [found] = await reader
    .select({ id: chargeback.id })
    .from(chargeback)
    .where(and(eq(chargeback.purposeId, purposeId), eq(chargeback.state, 'open')))
    .limit(1);
  return found !== undefined;
}
