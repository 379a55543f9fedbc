/** Postings that the product sends only together with the rows that they pay for. */
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#platform/server/db/open-database.ts';
import { toPayoutSubmitPosting, toReleasePosting } from '#payments/server/ledger/ledger.ts';

async function post(tx: Tx, posting: SQL): Promise<boolean> {
  const { rows } = await tx.execute<{ id: number | null }>(sql`select ${posting} as id`);
  return rows[0]?.id != null;
}

export const postRelease = (tx: Tx, ...posted: Parameters<typeof toReleasePosting>) =>
  post(tx, toReleasePosting(...posted));

export const postPayoutSubmit = (tx: Tx, ...posted: Parameters<typeof toPayoutSubmitPosting>) =>
  post(tx, toPayoutSubmitPosting(...posted));
