import { removeFinalPeriod } from '#kernel/sentence.ts';
import { findMarketerApplication } from '#applications/server/service.ts';
import { findCampaign } from '#campaigns/server/service.ts';
import { disputeDecided } from '#disputes/server/events.ts';
import { paymentCompleted } from '#payments/server/events.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import { ratingHidden, ratingPublished, ratingReplied } from '#ratings/server/events.ts';
import { canRate } from '#ratings/server/service.ts';
import { loadCampaignTitle, loadName } from '../notification-text.ts';
import { notify } from '../service.ts';

/** Notifications that invite to rate, and about ratings, replies and hidden words. */
export function ratingSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(paymentCompleted, (tx, fact) => askBothSides(tx, deps, fact)),
    subscribe(disputeDecided, (tx, fact) => askBothSides(tx, deps, fact)),
    subscribe(ratingPublished, async (tx, fact, { ref }) => {
      const kind = 'rating.published';
      const title = await loadCampaignTitle(tx, fact.campaignId);
      const name =
        fact.authorSide === 'marketer'
          ? await loadName(tx, { userId: fact.authorId, kind })
          : 'The advertiser';
      await notify(tx, deps, fact.ratedId, {
        kind,
        ref,
        title: `${name} rated you: ${title}`,
        text: `${name} gave you ${formatStars(fact.stars)} for ${title}. You can reply once.`,
        href: hrefFor(fact.authorSide === 'marketer' ? 'advertiser' : 'marketer', fact.campaignId),
        isMailed: true,
      });
    }),
    subscribe(ratingReplied, async (tx, fact, { ref }) => {
      const title = await loadCampaignTitle(tx, fact.campaignId);
      const who = fact.authorSide === 'marketer' ? 'The advertiser' : 'The marketer';
      await notify(tx, deps, fact.authorId, {
        kind: 'rating.replied',
        ref,
        title: `Reply to your rating: ${title}`,
        text: `${who} replied to your rating for ${title}.`,
        href: hrefFor(fact.authorSide, fact.campaignId),
        isMailed: false,
      });
    }),
    subscribe(ratingHidden, async (tx, fact, { ref }) => {
      const title = await loadCampaignTitle(tx, fact.campaignId);
      const what = fact.part === 'text' ? 'rating' : 'reply';
      const isAuthor = fact.part === 'text';
      const side = isAuthor === (fact.authorSide === 'marketer') ? 'marketer' : 'advertiser';
      await notify(tx, deps, fact.writerId, {
        kind: 'rating.hidden',
        ref,
        title: `Words hidden: ${title}`,
        text: `An administrator hid the words of your ${what} for ${title}: ${removeFinalPeriod(fact.reason)}.`,
        href: hrefFor(side, fact.campaignId),
        isMailed: true,
      });
    }),
  ];
}

/** Asks each side once per piece of work, unless it has rated already. */
async function askBothSides(
  tx: Tx,
  deps: Deps,
  { campaignId, marketerId }: { campaignId: string; marketerId: string },
): Promise<void> {
  const application = await findMarketerApplication(tx, campaignId, marketerId);
  const campaign = await findCampaign(tx, campaignId);
  if (!application || !campaign) return;
  const { id: ref } = application;
  const now = deps.clock.now();
  if (await canRate(tx, { applicationId: ref, side: 'marketer' }, now)) {
    await notify(tx, deps, marketerId, {
      kind: 'rating.asked',
      ref,
      title: `How was it? ${campaign.title}`,
      text: `You can rate the advertiser of ${campaign.title}. Your rating stays hidden until the advertiser has rated too, or for 7 days.`,
      href: hrefFor('marketer', campaignId),
      isMailed: true,
    });
  }
  if (await canRate(tx, { applicationId: ref, side: 'advertiser' }, now)) {
    await notify(tx, deps, campaign.advertiserId, {
      kind: 'rating.asked',
      ref,
      title: `Rate your marketer: ${campaign.title}`,
      text: `You can rate a marketer of ${campaign.title}. Your rating stays hidden until the marketer has rated too, or for 7 days.`,
      href: hrefFor('advertiser', campaignId),
      // A campaign may have many marketers.
      isMailed: false,
    });
  }
}

const hrefFor = (side: 'marketer' | 'advertiser', campaignId: string) =>
  side === 'marketer' ? `/campaigns/${campaignId}` : `/campaigns/${campaignId}?tab=report`;

const formatStars = (stars: number) => `${stars} of 5 stars`;
