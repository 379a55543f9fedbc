import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Reader } from '#platform/server/db/open-database.ts';
import { isAfterRow, type TimePage } from '#platform/server/time-cursor.ts';
import { kyc, type KycRow } from './tables.ts';

/** With `userId`, returns only that user's row, in any state. */
export async function listKycPage(
  reader: Reader,
  { status, userId, limit, after }: TimePage & { status: KycRow['status']; userId?: string | undefined },
): Promise<KycRow[]> {
  const isQueue = status === 'pending';
  const order = isQueue ? asc : desc;
  return reader
    .select()
    .from(kyc)
    .where(
      and(
        isNull(kyc.erasedAt),
        userId === undefined ? eq(kyc.status, status) : eq(kyc.accountId, userId),
        isAfterRow({ at: kyc.submittedAt, id: kyc.accountId }, after, isQueue ? 'rising' : 'falling'),
      ),
    )
    .orderBy(order(kyc.submittedAt), order(kyc.accountId))
    .limit(limit);
}

const MAX_DUPLICATES = 10;

export interface Duplicate {
  accountId: string;
  otherId: string;
  otherStatus: KycRow['status'];
  sharesGovernmentId: boolean;
  sharesTaxId: boolean;
  sharesBusinessTaxId: boolean;
}

/** A tax ID can also match another account's business tax ID. */
export async function listDuplicates(reader: Reader, accountIds: readonly string[]): Promise<Duplicate[]> {
  if (accountIds.length === 0) return [];
  const ids = sql.join(
    accountIds.map((id) => sql`${id}::uuid`),
    sql`, `,
  );
  const { rows } = await reader.execute<Duplicate & Record<string, unknown>>(sql`
    select own.account_id as "accountId", other.account_id as "otherId", other.status as "otherStatus",
      coalesce(own.government_id_index = other.government_id_index, false) as "sharesGovernmentId",
      coalesce(own.tax_id_index in (other.tax_id_index, other.business_tax_id_index), false) as "sharesTaxId",
      coalesce(own.business_tax_id_index in (other.tax_id_index, other.business_tax_id_index), false)
        as "sharesBusinessTaxId"
    from kyc own cross join lateral (
      select * from kyc candidate
      where candidate.account_id <> own.account_id and (
        candidate.government_id_index = own.government_id_index
        or candidate.tax_id_index in (own.tax_id_index, own.business_tax_id_index)
        or candidate.business_tax_id_index in (own.tax_id_index, own.business_tax_id_index))
      order by candidate.submitted_at, candidate.account_id
      limit ${MAX_DUPLICATES}) other
    where own.account_id in (${ids})`);
  return rows;
}
