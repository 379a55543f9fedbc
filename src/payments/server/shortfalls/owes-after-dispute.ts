import type { Id } from '#kernel/id.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { listOpenDebts } from '../chargebacks/debt-store.ts';
import { owesShortfall } from './shortfall-store.ts';

/** Returns true if this advertiser owes something after a dispute. Then they can fund no campaign. */
export async function owesAfterDispute(reader: Reader, payerId: Id): Promise<boolean> {
  return (await owesShortfall(reader, payerId)) || (await listOpenDebts(reader, payerId)).length > 0;
}
