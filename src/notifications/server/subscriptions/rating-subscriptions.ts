import { removeFinalPeriod } from '#kernel/sentence.ts';
import { findMarketerApplication } from '#applications/server/service.ts';
import { findCampaign } from '#campaigns/server/service.ts';
import { disputeDecided } from '#disputes/server/events.ts';
import { msg } from '#kernel/text.ts';
import { paymentCompleted } from '#payments/server/events.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import { ratingHidden, ratingPublished, ratingReplied } from '#ratings/server/events.ts';
import { canRate } from '#ratings/server/service.ts';
import { loadCampaignTitle, loadName } from '../notification-text.ts';
import { notify } from '../service.ts';

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
          : msg('The advertiser');
      await notify(tx, deps, fact.ratedId, {
        kind,
        ref,
        title: msg('{name} rated you: {campaign}', { name, campaign: title }),
        text: msg('{name} gave you {stars} of 5 stars for {campaign}. You can reply once.', {
          name,
          stars: fact.stars,
          campaign: title,
        }),
        href: hrefFor(fact.authorSide === 'marketer' ? 'advertiser' : 'marketer', fact.campaignId),
        isMailed: true,
      });
    }),
    subscribe(ratingReplied, async (tx, fact, { ref }) => {
      const title = await loadCampaignTitle(tx, fact.campaignId);
      await notify(tx, deps, fact.authorId, {
        kind: 'rating.replied',
        ref,
        title: msg('Reply to your rating: {campaign}', { campaign: title }),
        text:
          fact.authorSide === 'marketer'
            ? msg('The advertiser replied to your rating for {campaign}.', { campaign: title })
            : msg('The marketer replied to your rating for {campaign}.', { campaign: title }),
        href: hrefFor(fact.authorSide, fact.campaignId),
        isMailed: false,
      });
    }),
    subscribe(ratingHidden, async (tx, fact, { ref }) => {
      const title = await loadCampaignTitle(tx, fact.campaignId);
      const isAuthor = fact.part === 'text';
      const side = isAuthor === (fact.authorSide === 'marketer') ? 'marketer' : 'advertiser';
      await notify(tx, deps, fact.writerId, {
        kind: 'rating.hidden',
        ref,
        title: msg('Words hidden: {campaign}', { campaign: title }),
        text: msg(
          'An administrator hid the words of your {part, select, text {rating} other {reply}} for {campaign}: {reason}.',
          { part: fact.part, campaign: title, reason: removeFinalPeriod(fact.reason) },
        ),
        href: hrefFor(side, fact.campaignId),
        isMailed: true,
      });
    }),
  ];
}

/** Asks once per piece of work, unless the side has rated already. */
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
      title: msg('How was it? {campaign}', { campaign: campaign.title }),
      text: msg(
        'You can rate the advertiser of {campaign}. Your rating stays hidden until the advertiser has rated too, or for 7 days.',
        { campaign: campaign.title },
      ),
      href: hrefFor('marketer', campaignId),
      isMailed: true,
    });
  }
  if (await canRate(tx, { applicationId: ref, side: 'advertiser' }, now)) {
    await notify(tx, deps, campaign.advertiserId, {
      kind: 'rating.asked',
      ref,
      title: msg('Rate your marketer: {campaign}', { campaign: campaign.title }),
      text: msg(
        'You can rate a marketer of {campaign}. Your rating stays hidden until the marketer has rated too, or for 7 days.',
        { campaign: campaign.title },
      ),
      href: hrefFor('advertiser', campaignId),
      // A campaign may have many marketers.
      isMailed: false,
    });
  }
}

const hrefFor = (side: 'marketer' | 'advertiser', campaignId: string) =>
  side === 'marketer' ? `/campaigns/${campaignId}` : `/campaigns/${campaignId}?tab=report`;
