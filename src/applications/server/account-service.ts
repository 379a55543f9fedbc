import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { AccountLocks, AccountTies, ErasePerson, ExportPart } from '#auth/server/ports.ts';
import { lockCampaign } from '#campaigns/server/service.ts';
import { campaign } from '#campaigns/server/tables.ts';
import { msg } from '#kernel/text.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { applicationWithdrawn } from './events.ts';
import { readAddress } from './kit/address-vault.ts';
import { eraseKitsOfMarketer, listKitsOfMarketer } from './kit/kit-store.ts';
import { hideUntold } from './rules.ts';
import { application, strike } from './tables.ts';

/**
 * The account's own campaigns that are not completed, and those in which it has a pending application or a place.
 * Funding, approving, sending proof and deciding all lock the campaign first.
 */
export const campaignLocks: AccountLocks = {
  list: async (reader, userId) => {
    const { rows } = await reader.execute<{ id: string }>(sql`
      select id from campaign where advertiser_id = ${userId} and status <> 'completed'
      union
      select c.id from application a join campaign c on c.id = a.campaign_id
        where a.marketer_id = ${userId} and (a.status = 'pending' or (a.status = 'approved' and c.status = 'active'))
      order by id`);
    return rows.map(({ id }) => id);
  },
  lock: async (tx, ids) => {
    for (const id of ids) await lockCampaign(tx, id);
  },
};

/** The disputes domain, the last one involved, reports open work. */
export const applicationTies: AccountTies = async (reader, userId) => {
  const { rows } = await reader.execute<{ applications: number }>(
    sql`select count(*)::int as applications from application where marketer_id = ${userId}`,
  );
  const number = rows[0]?.applications ?? 0;
  if (number === 0) return [];
  const text = msg('You have applied to {count, plural, one {# campaign} other {# campaigns}}.', {
    count: number,
  });
  return [{ text, isOpen: false, href: '/marketer' }];
};

export const eraseApplications: ErasePerson = async (tx, deps, userId) => {
  // First, because an undone rejection would be pending again.
  await tx
    .update(application)
    .set({ note: null, undoUntil: null, undoBenchTurn: null })
    .where(eq(application.marketerId, userId));
  const withdrawn = await tx
    .update(application)
    .set({ status: 'withdrawn', decidedAt: deps.clock.now(), benchTurn: null, reason: null })
    .where(and(eq(application.marketerId, userId), eq(application.status, 'pending')))
    .returning();
  for (const { id, campaignId } of withdrawn) {
    const { advertiserId } = await lockCampaign(tx, campaignId);
    const payload = { applicationId: id, campaignId, marketerId: userId, advertiserId };
    await announce(tx, applicationWithdrawn, { ref: id, payload }, deps.clock);
  }
  await eraseAppeals(tx, userId);
  await eraseKitsOfMarketer(tx, userId);
};

/** Takes pending appeals back, so that admins don't decide about a deleted account. */
async function eraseAppeals(tx: Tx, userId: string): Promise<void> {
  const own = eq(strike.marketerId, userId);
  await tx
    .update(strike)
    .set({ status: 'standing', appealedAt: null, appealText: null })
    .where(and(own, eq(strike.status, 'appealed')));
  await tx
    .update(strike)
    .set({ appealText: null })
    .where(and(own, isNotNull(strike.appealText)));
}

export const kitsExport: ExportPart = {
  name: 'kits',
  tables: ['kit'],
  read: async (db, deps, userId) =>
    (await listKitsOfMarketer(db, userId)).map(({ addressSealed, ...row }) => ({
      ...row,
      address: addressSealed && readAddress(deps, row.applicationId, addressSealed),
    })),
};

export const applicationsExport: ExportPart = {
  name: 'applications',
  tables: ['application'],
  read: async (db, { clock }, userId) => {
    const rows = await db
      .select({ application, campaignTitle: campaign.title })
      .from(application)
      .innerJoin(campaign, eq(campaign.id, application.campaignId))
      .where(eq(application.marketerId, userId))
      .orderBy(asc(application.appliedAt));
    return rows.map((row) => {
      const { undoUntil: _, undoBenchTurn: __, ...seen } = hideUntold(row.application, clock.now());
      return { ...seen, campaignTitle: row.campaignTitle };
    });
  },
};

export const strikesExport: ExportPart = {
  name: 'strikes',
  tables: ['strike'],
  read: async (db, _deps, userId) => {
    const rows = await db.select().from(strike).where(eq(strike.marketerId, userId)).orderBy(asc(strike.at));
    return rows.map(({ decidedBy: _administrator, ...row }) => row);
  },
};
