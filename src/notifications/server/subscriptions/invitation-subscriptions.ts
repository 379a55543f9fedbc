import { invitationAnswered, marketerInvited } from '#applications/server/events.ts';
import { isInvitationOpen, listUnanswered } from '#applications/server/invitations/invitation-service.ts';
import { campaignClosed } from '#campaigns/server/events.ts';
import { findCampaign } from '#campaigns/server/service.ts';
import { msg } from '#kernel/text.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import { loadCampaignTitle, loadName } from '../notification-text.ts';
import { markNotificationRead, notify, notifyDeciders } from '../service.ts';

const received = 'invitation.received';

/** Once they are answered or over, they count as read. */
export function invitationSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(marketerInvited, async (tx, fact, { ref }) => {
      // The marketer may have applied since, or the campaign may have ended.
      if (!(await isInvitationOpen(tx, fact.campaignId, fact.invitationId))) return;
      const title = await loadCampaignTitle(tx, fact.campaignId);
      await notify(tx, deps, fact.marketerId, {
        kind: received,
        ref,
        title: msg('You’re invited: {campaign}', { campaign: title }),
        text: msg(
          'The advertiser of {campaign} invites you to apply. Accept or decline on the campaign’s page.',
          { campaign: title },
        ),
        href: `/campaigns/${fact.campaignId}`,
        isMailed: true,
      });
    }),
    subscribe(invitationAnswered, async (tx, fact) => {
      await markNotificationRead(tx, deps, fact.marketerId, { kind: received, ref: fact.invitationId });
      if (fact.status === 'declined') await notifyOfDecline(tx, deps, fact);
    }),
    subscribe(campaignClosed, async (tx, { campaignId }) => {
      for (const { id, marketerId } of await listUnanswered(tx, campaignId))
        await markNotificationRead(tx, deps, marketerId, { kind: received, ref: id });
    }),
  ];
}

async function notifyOfDecline(
  tx: Tx,
  deps: Deps,
  fact: { invitationId: string; campaignId: string; marketerId: string },
): Promise<void> {
  const kind = 'invitation.declined';
  const campaign = await findCampaign(tx, fact.campaignId);
  if (!campaign) return;
  const { title } = campaign;
  const name = await loadName(tx, { userId: fact.marketerId, kind, isKnown: false });
  await notifyDeciders(tx, deps, campaign.advertiserId, {
    kind,
    ref: `${fact.marketerId}:${fact.invitationId}`,
    title: msg('{name} declined: {campaign}', { name, campaign: title }),
    text: msg('{name} declined your invitation to {campaign}.', { name, campaign: title }),
    href: `/campaigns/${fact.campaignId}?tab=applicants`,
    isMailed: 'in-summary',
  });
}
