import type { CloseReason } from '#campaigns/contract.ts';
import type { CampaignType } from '#campaigns/fields-contract.ts';
import { loadSummaries } from '#campaigns/server/service.ts';
import { formatDollars } from '#kernel/money.ts';
import { type Message, msg } from '#kernel/text.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { loadNames } from '#profiles/server/service.ts';
import type { KindWithName } from './notification-kinds.ts';
import { lockLiveAccount } from './store.ts';
import { joinTexts, type NameOrMessage, type Text } from './recipient-text.ts';

export async function loadCampaignTitle(reader: Reader, campaignId: string): Promise<NameOrMessage> {
  // A draft can lack its title.
  return (await loadSummaries(reader, [campaignId])).get(campaignId)?.title || msg('a campaign');
}

export interface NameInNotice {
  userId: string;
  kind: KindWithName;
  /** False for a business that has not approved the marketer: it reads 'Maya L.' (decision 13.13). */
  isKnown?: boolean;
}

/** Waits for an account deletion in progress, so that no notification keeps a deleted name. */
export async function loadName(tx: Tx, { userId, isKnown = true }: NameInNotice): Promise<NameOrMessage> {
  await lockLiveAccount(tx, userId);
  const person = (await loadNames(tx, [userId])).get(userId);
  return (isKnown ? person?.name : person?.outlineName) ?? msg('Someone');
}

/** Social campaigns have no tracking. */
export async function loadNextStep(reader: Reader, campaignId: string): Promise<Text> {
  const steps: Record<CampaignType, Message> = {
    wearable: msg('Tracking opens 30 minutes before the start.'),
    social: msg('Post once it has started, and send the link to your post as proof.'),
  };
  const found = (await loadSummaries(reader, [campaignId])).get(campaignId);
  const step = steps[found?.campaignType ?? 'wearable'];
  return found?.kitWay === 'shipped'
    ? joinTexts(
        msg('Enter your delivery address on the campaign’s page, so that your kit can be sent.'),
        step,
      )
    : step;
}

export function formatCampaignEnd(
  title: NameOrMessage,
  { closeReason, refundedCents }: { closeReason: CloseReason; refundedCents: number },
): { title: Message; text: Text } {
  const ends: Record<CloseReason, Message> = {
    finished: msg('All work for {campaign} has been approved.', { campaign: title }),
    expired: msg('{campaign} has ended.', { campaign: title }),
    cancelled: msg('You closed {campaign}.', { campaign: title }),
  };
  const money =
    refundedCents > 0
      ? msg(
          '{amount} that was not paid out, including its share of the fee, is being refunded to your PayPal wallet.',
          { amount: formatDollars(refundedCents) },
        )
      : msg('There was nothing left to refund.');
  return {
    title:
      closeReason === 'cancelled'
        ? msg('{campaign} is closed', { campaign: title })
        : msg('{campaign} is completed', { campaign: title }),
    text: joinTexts(ends[closeReason], money),
  };
}
