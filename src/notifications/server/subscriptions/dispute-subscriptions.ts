import {
  disputeAnswered,
  disputeDecided,
  disputeDueSoon,
  disputeEscalated,
  disputeOpened,
} from '#disputes/server/events.ts';
import type { DisputeSide } from '#disputes/process-contract.ts';
import { formatDollars } from '#kernel/money.ts';
import { removeFinalPeriod } from '#kernel/sentence.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import { wasTrackViewed } from '#tracking/server/service.ts';
import type { NotificationKind } from '../notification-kinds.ts';
import { loadCampaignTitle, loadName } from '../notification-text.ts';
import { notify, notifyAdmins, notifyDeciders } from '../service.ts';

interface Fact {
  disputeId: string;
  campaignId: string;
  marketerId: string;
  advertiserId: string;
  side: DisputeSide;
}

interface Notice {
  kind: NotificationKind;
  ref: string;
  title: string;
  text: string;
}

const sides: readonly DisputeSide[] = ['marketer', 'advertiser'];
const getOther = (side: DisputeSide): DisputeSide => (side === 'marketer' ? 'advertiser' : 'marketer');
const getDisputePath = ({ disputeId }: Fact) => `/disputes/${disputeId}`;

/** Notifies the marketer, or everyone who decides for the advertiser, also by email. */
async function notifySide(tx: Tx, deps: Deps, fact: Fact, side: DisputeSide, notice: Notice): Promise<void> {
  const full = { ...notice, href: getDisputePath(fact), isMailed: true };
  if (side === 'marketer') await notify(tx, deps, fact.marketerId, full);
  else await notifyDeciders(tx, deps, fact.advertiserId, full);
}

/** Notifications about disputes over proofs, for both sides and the admins. */
export function disputeSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(disputeOpened, async (tx, fact, { ref }) => {
      const kind = 'dispute.opened';
      const title = await loadCampaignTitle(tx, fact.campaignId);
      if (fact.side === 'advertiser') {
        const who = fact.isByAdmin ? 'For the advertiser, an administrator' : 'The advertiser';
        await notifySide(tx, deps, fact, 'marketer', {
          kind,
          ref,
          title: `Approval disputed: ${title}`,
          text: `${who} disputes the approval of your work for ${title}. Your pay is on hold. Answer within 72 hours, or an administrator decides without your answer.`,
        });
        if (!fact.isByAdmin) return;
        await notifySide(tx, deps, fact, 'advertiser', {
          kind,
          ref,
          title: `Dispute opened for you: ${title}`,
          text: `An administrator disputes an approval for ${title} for you. The pay is on hold. The marketer has 72 hours to answer.`,
        });
        return;
      }
      const name = await loadName(tx, { userId: fact.marketerId, kind });
      await notifySide(tx, deps, fact, 'advertiser', {
        kind,
        ref,
        title: `Rejection disputed: ${title}`,
        text: `${name} disputed the rejection of their proof for ${title}. The pay stays in escrow. Answer within 72 hours, or an administrator decides without your answer.`,
      });
    }),
    subscribe(disputeAnswered, async (tx, fact, { ref }) => {
      const title = await loadCampaignTitle(tx, fact.campaignId);
      const { awardCents } = fact;
      const who = fact.by === 'marketer' ? 'The marketer' : 'The advertiser';
      await notifySide(tx, deps, fact, getOther(fact.by), {
        kind: 'dispute.answered',
        ref,
        title: awardCents === null ? `Dispute answered: ${title}` : `Proposal in your dispute: ${title}`,
        text:
          awardCents === null
            ? `${who} answered the dispute about ${title}. Agree within 48 hours, or an administrator decides.`
            : `${who} proposes that ${formatDollars(awardCents)} is paid for ${title}. Accept within 48 hours, or an administrator decides.`,
      });
    }),
    subscribe(disputeEscalated, async (tx, fact, { ref }) => {
      const kind = 'dispute.escalated';
      const title = await loadCampaignTitle(tx, fact.campaignId);
      const why = fact.by === null ? 'The time to agree has passed.' : `The ${fact.by} asked for a decision.`;
      for (const side of sides) {
        await notifySide(tx, deps, fact, side, {
          kind,
          ref,
          title: `An administrator decides: ${title}`,
          text: `${why} An administrator decides the dispute about ${title} within 72 hours.`,
        });
      }
      await notifyAdmins(tx, deps, {
        kind,
        ref,
        title: `Dispute to decide: ${title}`,
        text: `${why} Decide the dispute about ${title} within 72 hours.`,
        href: getDisputePath(fact),
        isMailed: false,
      });
    }),
    subscribe(disputeDueSoon, async (tx, fact, { ref }) => {
      const kind = 'dispute.due-soon';
      const title = await loadCampaignTitle(tx, fact.campaignId);
      if (fact.state === 'escalated') {
        await notifyAdmins(tx, deps, {
          kind,
          ref,
          title: `Dispute due tomorrow: ${title}`,
          text: `Decide the dispute about ${title} within 24 hours.`,
          href: getDisputePath(fact),
          isMailed: true,
        });
        return;
      }
      const texts = {
        open: `Answer the dispute about ${title} within 24 hours. After that, an administrator decides without your answer.`,
        answered: `Agree in the dispute about ${title} within 24 hours. After that, an administrator decides.`,
        proposed: `A proposal in the dispute about ${title} waits for you. Accept it within 24 hours, or an administrator decides.`,
      };
      for (const side of listWaiting(fact)) {
        const notice = { kind, ref, title: `24 hours left: ${title}`, text: texts[fact.state] } as const;
        await notifySide(tx, deps, fact, side, notice);
      }
    }),
    subscribe(disputeDecided, async (tx, fact, { ref }) => {
      const campaignTitle = await loadCampaignTitle(tx, fact.campaignId);
      const wasViewed = await wasTrackViewed(tx, fact.disputeId);
      for (const side of sides) {
        const { title, text } = formatEnd(campaignTitle, side, fact);
        const whose = side === 'marketer' ? 'your' : 'the marketer’s';
        const look = wasViewed ? ` To decide, the administrator viewed ${whose} exact route.` : '';
        const kind = `dispute.${fact.status}` as const;
        await notifySide(tx, deps, fact, side, { kind, ref, title, text: `${text}${look}` });
      }
    }),
  ];
}

/** Returns the sides that can still do something before the deadline. */
function listWaiting({
  state,
  side,
  proposedBy,
}: Fact & { state: string; proposedBy: DisputeSide | null }): readonly DisputeSide[] {
  if (state === 'open') return [getOther(side)];
  return proposedBy === null ? sides : [getOther(proposedBy)];
}

interface EndFact extends Fact {
  status: 'agreed' | 'upheld' | 'split' | 'rejected';
  note: string | null;
  awardCents?: number | undefined;
  payCents?: number | undefined;
}

/** Says what is paid, what goes back, and the admin's reason. */
function formatEnd(title: string, side: DisputeSide, fact: EndFact): { title: string; text: string } {
  const { status, note, awardCents, payCents } = fact;
  const isWon = (status === 'upheld') === (side === fact.side);
  const heading = {
    agreed: `Dispute settled: ${title}`,
    split: `Dispute decided: ${title}`,
    upheld: isWon ? `Dispute won: ${title}` : `Dispute lost: ${title}`,
    rejected: isWon ? `Dispute won: ${title}` : `Dispute lost: ${title}`,
  }[status];
  const how =
    note === null
      ? `Both sides agreed in the dispute about ${title}.`
      : `An administrator decided the dispute about ${title}: ${removeFinalPeriod(note)}.`;
  if (awardCents === undefined || payCents === undefined) return { title: heading, text: how };
  const backCents = payCents - awardCents;
  const money =
    side === 'marketer'
      ? `You get ${formatDollars(awardCents)} of ${formatDollars(payCents)}.`
      : `The marketer gets ${formatDollars(awardCents)}.${
          backCents > 0
            ? ` ${formatDollars(backCents)} and the fee on it come back to you with the campaign’s refund.`
            : ''
        }`;
  return { title: heading, text: `${how} ${money}` };
}
