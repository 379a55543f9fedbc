import { msg, t } from '#kernel/text.ts';
import { messageUnread, reportDecided, threadReported, threadViewed } from '#messages/server/events.ts';
import type { Deps } from '#platform/server/deps.ts';
import { subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import { listDeciders } from '#teams/server/service.ts';
import { loadCampaignTitle } from '../notification-text.ts';
import { deliverEmail } from '../delivery/delivery-service.ts';
import { notify, notifyAdmins, notifyDeciders } from '../service.ts';
import { writeFor } from '../recipient-text.ts';

/** None contains a name or a text of a conversation. */
export function messageSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(messageUnread, async (tx, fact, { ref }) => {
      const title = await loadCampaignTitle(tx, fact.campaignId);
      const notice = { kind: 'message.unread', ref, href: `/messages/${fact.applicationId}` } as const;
      const makeTexts = () => ({
        title: t('New message: {campaign}', { campaign: title }),
        text: t('You have an unread message about {campaign}.', { campaign: title }),
      });
      const readers =
        fact.side === 'marketer' ? [fact.marketerId] : await listDeciders(tx, fact.advertiserId);
      // The navigation shows the number of unread messages, so the email is enough.
      for (const userId of readers)
        await deliverEmail(tx, deps, userId, { ...notice, ...(await writeFor(tx, userId, makeTexts)) });
    }),
    subscribe(threadReported, async (tx, fact, { ref }) => {
      const title = await loadCampaignTitle(tx, fact.campaignId);
      await notifyAdmins(tx, deps, {
        kind: 'message.reported',
        ref,
        title: msg('Conversation reported'),
        text: msg('A user reported a conversation about {campaign}.', { campaign: title }),
        href: '/admin?tab=reports',
        isMailed: false,
      });
    }),
    subscribe(reportDecided, async (tx, fact, { ref }) => {
      const title = await loadCampaignTitle(tx, fact.campaignId);
      await notify(tx, deps, fact.reporterId, {
        kind: 'message.report-decided',
        ref,
        title: msg('We looked into your report'),
        text:
          fact.status === 'resolved'
            ? msg('An administrator acted on your report about {campaign}.', { campaign: title })
            : msg('An administrator looked into your report about {campaign} and found no violation.', {
                campaign: title,
              }),
        href: `/messages/${fact.applicationId}`,
        isMailed: false,
      });
    }),
    subscribe(threadViewed, async (tx, fact, { ref }) => {
      const title = await loadCampaignTitle(tx, fact.campaignId);
      const notice = {
        kind: 'message.viewed',
        ref,
        title: msg('An administrator read your messages'),
        text: msg(
          'To settle a report or dispute, an administrator read your conversation about {campaign}.',
          { campaign: title },
        ),
        href: `/messages/${fact.applicationId}`,
        isMailed: false,
      } as const;
      await notify(tx, deps, fact.marketerId, notice);
      await notifyDeciders(tx, deps, fact.advertiserId, notice);
    }),
  ];
}
