import type { CampaignType, CloseReason } from '#campaigns/contract.ts';
import { summaries } from '#campaigns/server/service.ts';
import { formatDollars } from '#kernel/money.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { namesOf } from '#profiles/server/service.ts';
import type { NamingKind } from './notice-kinds.ts';
import { lockLiveAccount } from './store.ts';

/** What notices call the campaigns and people that they are about. */

export async function titleOf(reader: Reader, campaignId: string): Promise<string> {
  return (await summaries(reader, [campaignId])).get(campaignId)?.title ?? 'a campaign';
}

export interface NameInNotice {
  userId: string;
  /** The kind of the notice that will contain the name. */
  kind: NamingKind;
}

/** Waits for whoever is just deleting the account, so that no notice keeps the name that goes with it. */
export async function nameOf(tx: Tx, { userId }: NameInNotice): Promise<string> {
  await lockLiveAccount(tx, userId);
  return (await namesOf(tx, [userId])).get(userId)?.name ?? 'Somebody';
}

/** What a marketer does next who was approved: a social campaign has no tracking. */
export async function nextStepOf(reader: Reader, campaignId: string): Promise<string> {
  const steps: Record<CampaignType, string> = {
    wearable: 'Tracking opens 30 minutes before the start.',
    social: 'Post once it has started, and send the address of your post as proof.',
  };
  return steps[(await summaries(reader, [campaignId])).get(campaignId)?.campaignType ?? 'wearable'];
}

/** How a campaign came to its end, for its advertiser, who may have closed it; and what came back of its money, in cents. */
export function wordsForEnd(
  title: string,
  { closeReason, refundedCents }: { closeReason: CloseReason; refundedCents: number },
): { title: string; text: string } {
  const ends: Record<CloseReason, string> = {
    finished: `Every place of ${title} was paid.`,
    expired: `The time of ${title} is over, and no place of it is held anymore.`,
    cancelled: `You closed ${title}, and no place of it is held anymore.`,
  };
  const money =
    refundedCents > 0
      ? `${formatDollars(refundedCents)} that was not paid out, with its share of the fee, goes back to your PayPal wallet.`
      : 'Nothing was left in its escrow.';
  return {
    title: closeReason === 'cancelled' ? `${title} is closed` : `${title} is completed`,
    text: `${ends[closeReason]} ${money}`,
  };
}

/** Somebody's own words, for a sentence that ends behind them. */
export function withoutStop(words: string): string {
  return words.replace(/[.\s]+$/, '');
}
