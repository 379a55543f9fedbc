import { removeFinalPeriod } from '#kernel/sentence.ts';
import { APPEAL_PERIOD_MS, type StrikeKind } from '#applications/strike-contract.ts';
import { strikeAppealed, strikeDecided, strikeGiven } from '#applications/server/events.ts';
import { loadPauseEnd } from '#applications/server/service.ts';
import { type Message, msg, t } from '#kernel/text.ts';
import { addMilliseconds } from '#kernel/time.ts';
import type { Deps } from '#platform/server/deps.ts';
import { subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import { formatTimeFor } from '../format-time-for.ts';
import { loadName, loadCampaignTitle } from '../notification-text.ts';
import { notify, notifyAdmins } from '../service.ts';
import { joinTexts, type NameOrMessage } from '../recipient-text.ts';

export function strikeSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(strikeGiven, async (tx, fact, { ref, announcedAt }) => {
      const title = await loadCampaignTitle(tx, fact.campaignId);
      const until = await loadPauseEnd(tx, fact.marketerId, deps.clock.now());
      const of = { accountId: fact.marketerId, campaignId: null };
      const formatUntil = until && (await formatTimeFor(tx, of, until));
      const formatAppealEnd = await formatTimeFor(tx, of, addMilliseconds(announcedAt, APPEAL_PERIOD_MS));
      await notify(tx, deps, fact.marketerId, {
        kind: 'strike.given',
        ref,
        title: msg('You got a strike: {campaign}', { campaign: title }),
        text: joinTexts(
          whatFor[fact.kind](title),
          formatUntil
            ? () =>
                t('You have three strikes within 30 days, so you can’t apply until {time}.', {
                  time: formatUntil(),
                })
            : msg(
                'Three strikes within 30 days stop you from applying for 7 days. Strikes expire after 90 days.',
              ),
          () => t('If this is wrong, you can appeal until {time}.', { time: formatAppealEnd() }),
        ),
        href: '/applications#strikes',
        isMailed: true,
      });
    }),
    subscribe(strikeAppealed, async (tx, fact, { ref }) => {
      const kind = 'strike.appealed';
      await notifyAdmins(tx, deps, {
        kind,
        ref,
        title: msg('New appeal'),
        text: msg('{name} appealed a strike for {campaign}.', {
          name: await loadName(tx, { userId: fact.marketerId, kind }),
          campaign: await loadCampaignTitle(tx, fact.campaignId),
        }),
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
        title: isLifted
          ? msg('Strike lifted: {campaign}', { campaign: title })
          : msg('Strike upheld: {campaign}', { campaign: title }),
        text: isLifted
          ? msg('An administrator lifted your strike for {campaign}, so it no longer counts: {reason}.', {
              campaign: title,
              reason: removeFinalPeriod(fact.reason),
            })
          : msg('An administrator reviewed your strike for {campaign} and upheld it: {reason}.', {
              campaign: title,
              reason: removeFinalPeriod(fact.reason),
            }),
        href: '/applications#strikes',
        isMailed: true,
      });
    }),
  ];
}

const whatFor: Readonly<Record<StrikeKind, (title: NameOrMessage) => Message>> = {
  'no-show': (title) => msg('You had a place in {campaign} but didn’t show up.', { campaign: title }),
  'late-withdrawal': (title) =>
    msg('You gave up your place in {campaign} less than 12 hours before the start.', { campaign: title }),
};
