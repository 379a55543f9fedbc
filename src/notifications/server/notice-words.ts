import { summaries } from '#campaigns/server/service.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { namesOf } from '#profiles/server/service.ts';

/** What notices call the campaigns and people that they are about. */

export async function titleOf(reader: Reader, campaignId: string): Promise<string> {
  return (await summaries(reader, [campaignId])).get(campaignId)?.title ?? 'a campaign';
}

export async function nameOf(reader: Reader, userId: string): Promise<string> {
  return (await namesOf(reader, [userId])).get(userId)?.name ?? 'Somebody';
}

/** Somebody's own words, for a sentence that ends behind them. */
export function withoutStop(words: string): string {
  return words.replace(/[.\s]+$/, '');
}
