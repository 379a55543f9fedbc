import { eq, sql } from 'drizzle-orm';
import { countedStrikesSql } from '#applications/server/strikes/strike-service.ts';
import { account } from '#auth/server/tables.ts';
import { prepareFor } from '#platform/server/db/prepare-for.ts';
import type { Deps } from '#platform/server/deps.ts';
import { confirmedFollowersSql } from '#profiles/server/marketers/marketers-service.ts';
import type { ProfilesPorts } from '#profiles/server/ports.ts';
import { marketerListing, nameColumns, profile } from '#profiles/server/tables.ts';
import { punctualitySql } from '#proofs/server/application-service.ts';
import { ratingFiguresSql } from '#ratings/server/received-service.ts';

/** For lists, in one prepared statement. */
export function createMarketerFactsLoader({ db }: Pick<Deps, 'db'>): ProfilesPorts['loadMarketerFacts'] {
  const at = sql`${sql.placeholder('now')}::timestamptz`;
  const prepare = prepareFor(db, (reader) =>
    reader
      .select({
        id: account.id,
        profile: nameColumns,
        listing: {
          id: marketerListing.id,
          isShown: marketerListing.isShown,
          finishedWork: marketerListing.finishedWork,
          identityVerified: marketerListing.identityVerified,
        },
        ratings: ratingFiguresSql(account.id, at),
        strikes: countedStrikesSql(account.id, at),
        punctuality: punctualitySql(account.id),
        accounts: confirmedFollowersSql(account.id, at),
      })
      .from(account)
      .leftJoin(profile, eq(profile.accountId, account.id))
      .leftJoin(marketerListing, eq(marketerListing.accountId, account.id))
      .where(sql`${account.id} = any(${sql.placeholder('ids')}::uuid[])`)
      .prepare('load_marketer_facts'),
  );
  return async (reader, marketerIds, now) => {
    if (marketerIds.length === 0) return new Map();
    const rows = await prepare(reader).execute({ ids: [...marketerIds], now: now.toISOString() });
    return new Map(rows.map(({ id, ...facts }) => [id, facts]));
  };
}
