import { and, eq, exists, ne, or } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import { paymentOrder } from '#payments/server/tables.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { campaign } from '../tables.ts';

/** Includes drafts whose payment was refunded instead of funding them. */
export async function listPaidCampaignIds(
  reader: Reader,
  advertiserIds: readonly string[],
): Promise<string[]> {
  const rows = await reader
    .select({ id: campaign.id })
    .from(campaign)
    .where(
      and(
        isAmong(campaign.advertiserId, advertiserIds),
        or(
          ne(campaign.status, 'draft'),
          exists(
            reader
              .select({ id: paymentOrder.id })
              .from(paymentOrder)
              .where(eq(paymentOrder.campaignId, campaign.id)),
          ),
        ),
      ),
    );
  return rows.map(({ id }) => id);
}

/** Answers the port `loadCampaignTitles` of payments. */
export async function loadTitles(
  reader: Reader,
  campaignIds: readonly string[],
): Promise<Map<string, string>> {
  if (campaignIds.length === 0) return new Map();
  const rows = await reader
    .select({ id: campaign.id, title: campaign.title })
    .from(campaign)
    .where(isAmong(campaign.id, campaignIds));
  return new Map(rows.map(({ id, title }) => [id, title]));
}

export async function includesOwnCampaign(
  reader: Reader,
  campaignIds: readonly string[],
  advertiserId: string,
): Promise<boolean> {
  const [own] = await reader
    .select({ id: campaign.id })
    .from(campaign)
    .where(and(isAmong(campaign.id, campaignIds), eq(campaign.advertiserId, advertiserId)))
    .limit(1);
  return own !== undefined;
}
