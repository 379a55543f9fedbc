import { removeFinalPeriod } from '#kernel/sentence.ts';
import { APPEAL_PERIOD_MS, type StrikeKind } from '#applications/strike-contract.ts';
import { strikeAppealed, strikeDecided, strikeGiven } from '#applications/server/events.ts';
import { loadPauseEnd } from '#applications/server/service.ts';
import { addMilliseconds } from '#kernel/time.ts';
import type { Deps } from '#platform/server/deps.ts';
import { subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import { formatTimeFor } from '../format-time-for.ts';
import { loadName, loadCampaignTitle } from '../notification-text.ts';
import { notify, notifyAdmins } from '../service.ts';

export function strikeSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(strikeGiven, async (tx, fact, { ref, announcedAt }) => {
      const title = await loadCampaignTitle(tx, fact.campaignId);
      const until = await loadPauseEnd(tx, fact.marketerId, deps.clock.now());
      const format = (at: Date) => formatTimeFor(tx, { accountId: fact.marketerId, campaignId: null }, at);
      await notify(tx, deps, fact.marketerId, {
        kind: 'strike.given',
        ref,
        title: `You got a strike: ${title}`,
        text: [
          whatFor[fact.kind](title),
          until === null
            ? 'Three strikes within 30 days stop you from applying for 7 days. Strikes expire after 90 days.'
            : `You have three strikes within 30 days, so you can’t apply until ${await format(until)}.`,
          `If this is wrong, you can appeal until ${await format(addMilliseconds(announcedAt, APPEAL_PERIOD_MS))}.`,
        ].join(' '),
        href: '/applications#strikes',
        isMailed: true,
      });
    }),
    subscribe(strikeAppealed, async (tx, fact, { ref }) => {
      const kind = 'strike.appealed';
      await notifyAdmins(tx, deps, {
        kind,
        ref,
        title: 'New appeal',
        text: `${await loadName(tx, { userId: fact.marketerId, kind })} appealed a strike for ${await loadCampaignTitle(tx, fact.campaignId)}.`,
        href: '/admin?tab=strikes',
        isMailed: false,
      });
    }),
    subscribe(strikeDecided, async (tx, fact, { ref }) => {
      const title = await loadCampaignTitle(tx, fact.campaignId);
      const isLifted = fact.status === 'lifted';
      await notify(tx, deps, fact.marketerId, {
        kind: `strike.${fact.status}`,
        ref,
        title: isLifted ? `Strike lifted: ${title}` : `Strike upheld: ${title}`,
        text: isLifted
          ? `An administrator lifted your strike for ${title}, so it no longer counts: ${removeFinalPeriod(fact.reason)}.`
          : `An administrator reviewed your strike for ${title} and upheld it: ${removeFinalPeriod(fact.reason)}.`,
        href: '/applications#strikes',
        isMailed: true,
      });
    }),
  ];
}

const whatFor: Readonly<Record<StrikeKind, (title: string) => string>> = {
  'no-show': (title) => `You had a place in ${title} but didn’t show up.`,
  'late-withdrawal': (title) => `You gave up your place in ${title} less than 12 hours before the start.`,
};
