import { removeFinalPeriod } from '#kernel/sentence.ts';
import { listAdminIds } from '#auth/server/service.ts';
import { disputeDecided, disputeOpened } from '#disputes/server/events.ts';
import type { Deps } from '#platform/server/deps.ts';
import { subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import { wasTrackViewed } from '#tracking/server/service.ts';
import { loadName, loadCampaignTitle } from '../notification-text.ts';
import { notify } from '../service.ts';

/** Notifications about disputed proof rejections, for both sides and the admins. */
export function disputeSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(disputeOpened, async (tx, fact, { ref }) => {
      const kind = 'dispute.opened';
      const [title, name] = [
        await loadCampaignTitle(tx, fact.campaignId),
        await loadName(tx, { userId: fact.marketerId, kind }),
      ];
      await notify(tx, deps, fact.advertiserId, {
        kind,
        ref,
        title: `Rejection disputed: ${title}`,
        text: `${name} disputed the rejection of their proof for ${title}. An administrator will decide. Until then, the pay stays in escrow.`,
        href: '/proof-review',
        isMailed: true,
      });
      for (const adminId of await listAdminIds(tx)) {
        const text = `${name} disputed the rejection of a proof for ${title}.`;
        await notify(tx, deps, adminId, {
          kind,
          ref,
          title: 'New dispute',
          text,
          href: '/admin',
          isMailed: false,
        });
      }
    }),
    subscribe(disputeDecided, async (tx, fact, { ref }) => {
      const title = await loadCampaignTitle(tx, fact.campaignId);
      const kind = `dispute.${fact.status}` as const;
      const isUpheld = fact.status === 'upheld';
      const note = removeFinalPeriod(fact.note);
      const wasViewed = await wasTrackViewed(tx, fact.disputeId);
      await notify(tx, deps, fact.marketerId, {
        kind,
        ref,
        title: isUpheld ? `Dispute won: ${title}` : `Rejection upheld: ${title}`,
        text: `${
          isUpheld
            ? `An administrator approved your proof for ${title} and your pay was released from escrow: ${note}.`
            : `An administrator reviewed your proof for ${title} and upheld its rejection: ${note}.`
        }${wasViewed ? ' To decide, the administrator viewed your exact route.' : ''}`,
        href: isUpheld ? '/payments' : `/campaigns/${fact.campaignId}`,
        isMailed: true,
      });
      await notify(tx, deps, fact.advertiserId, {
        kind,
        ref,
        title: isUpheld ? `Rejection overruled: ${title}` : `Your rejection was upheld: ${title}`,
        text: `${
          isUpheld
            ? `An administrator approved a proof for ${title} that you rejected, and the marketer was paid: ${note}.`
            : `An administrator upheld your rejection of a proof for ${title}: ${note}.`
        }${wasViewed ? ' To decide, the administrator viewed the marketer’s exact route.' : ''}`,
        href: `/campaigns/${fact.campaignId}?tab=money`,
        isMailed: true,
      });
    }),
  ];
}
