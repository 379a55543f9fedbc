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
import { type Message, msg } from '#kernel/text.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import { wasTrackViewed } from '#tracking/server/service.ts';
import type { NotificationKind } from '../notification-kinds.ts';
import { loadCampaignTitle, loadName } from '../notification-text.ts';
import { notify, notifyAdmins, notifyDeciders } from '../service.ts';
import { joinTexts, type NameOrMessage, type Text } from '../recipient-text.ts';

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
  title: Message;
  text: Text;
}

const sides: readonly DisputeSide[] = ['marketer', 'advertiser'];
const getOther = (side: DisputeSide): DisputeSide => (side === 'marketer' ? 'advertiser' : 'marketer');
const getDisputePath = ({ disputeId }: Fact) => `/disputes/${disputeId}`;

async function notifySide(tx: Tx, deps: Deps, fact: Fact, side: DisputeSide, notice: Notice): Promise<void> {
  const full = { ...notice, href: getDisputePath(fact), isMailed: true };
  if (side === 'marketer') await notify(tx, deps, fact.marketerId, full);
  else await notifyDeciders(tx, deps, fact.advertiserId, full);
}

export function disputeSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(disputeOpened, async (tx, fact, { ref }) => {
      const kind = 'dispute.opened';
      const title = await loadCampaignTitle(tx, fact.campaignId);
      if (fact.side === 'advertiser') {
        await notifySide(tx, deps, fact, 'marketer', {
          kind,
          ref,
          title: msg('Approval disputed: {campaign}', { campaign: title }),
          text: fact.isByAdmin
            ? msg(
                'For the advertiser, an administrator disputes the approval of your work for {campaign}. Your pay is on hold. Answer within 72 hours, or an administrator decides without your answer.',
                { campaign: title },
              )
            : msg(
                'The advertiser disputes the approval of your work for {campaign}. Your pay is on hold. Answer within 72 hours, or an administrator decides without your answer.',
                { campaign: title },
              ),
        });
        if (!fact.isByAdmin) return;
        await notifySide(tx, deps, fact, 'advertiser', {
          kind,
          ref,
          title: msg('Dispute opened for you: {campaign}', { campaign: title }),
          text: msg(
            'An administrator disputes an approval for {campaign} for you. The pay is on hold. The marketer has 72 hours to answer.',
            { campaign: title },
          ),
        });
        return;
      }
      const name = await loadName(tx, { userId: fact.marketerId, kind });
      await notifySide(tx, deps, fact, 'advertiser', {
        kind,
        ref,
        title: msg('Rejection disputed: {campaign}', { campaign: title }),
        text: msg(
          '{name} disputed the rejection of their proof for {campaign}. The pay stays in escrow. Answer within 72 hours, or an administrator decides without your answer.',
          { name, campaign: title },
        ),
      });
    }),
    subscribe(disputeAnswered, async (tx, fact, { ref }) => {
      const title = await loadCampaignTitle(tx, fact.campaignId);
      const { awardCents } = fact;
      await notifySide(tx, deps, fact, getOther(fact.by), {
        kind: 'dispute.answered',
        ref,
        title:
          awardCents === null
            ? msg('Dispute answered: {campaign}', { campaign: title })
            : msg('Proposal in your dispute: {campaign}', { campaign: title }),
        text:
          awardCents === null
            ? msg(
                'The {side, select, marketer {marketer} other {advertiser}} answered the dispute about {campaign}. Agree within 48 hours, or an administrator decides.',
                { side: fact.by, campaign: title },
              )
            : msg(
                'The {side, select, marketer {marketer} other {advertiser}} proposes that {amount} is paid for {campaign}. Accept within 48 hours, or an administrator decides.',
                { side: fact.by, amount: formatDollars(awardCents), campaign: title },
              ),
      });
    }),
    subscribe(disputeEscalated, async (tx, fact, { ref }) => {
      const kind = 'dispute.escalated';
      const title = await loadCampaignTitle(tx, fact.campaignId);
      const why =
        fact.by === null
          ? msg('The time to agree has passed.')
          : msg('The {side, select, marketer {marketer} other {advertiser}} asked for a decision.', {
              side: fact.by,
            });
      for (const side of sides) {
        await notifySide(tx, deps, fact, side, {
          kind,
          ref,
          title: msg('An administrator decides: {campaign}', { campaign: title }),
          text: msg('{why} An administrator decides the dispute about {campaign} within 72 hours.', {
            why,
            campaign: title,
          }),
        });
      }
      await notifyAdmins(tx, deps, {
        kind,
        ref,
        title: msg('Dispute to decide: {campaign}', { campaign: title }),
        text: msg('{why} Decide the dispute about {campaign} within 72 hours.', { why, campaign: title }),
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
          title: msg('Dispute due tomorrow: {campaign}', { campaign: title }),
          text: msg('Decide the dispute about {campaign} within 24 hours.', { campaign: title }),
          href: getDisputePath(fact),
          isMailed: true,
        });
        return;
      }
      const texts = {
        open: msg(
          'Answer the dispute about {campaign} within 24 hours. After that, an administrator decides without your answer.',
          { campaign: title },
        ),
        answered: msg(
          'Agree in the dispute about {campaign} within 24 hours. After that, an administrator decides.',
          { campaign: title },
        ),
        proposed: msg(
          'A proposal in the dispute about {campaign} waits for you. Accept it within 24 hours, or an administrator decides.',
          { campaign: title },
        ),
      };
      for (const side of listWaiting(fact)) {
        const notice = {
          kind,
          ref,
          title: msg('24 hours left: {campaign}', { campaign: title }),
          text: texts[fact.state],
        } as const;
        await notifySide(tx, deps, fact, side, notice);
      }
    }),
    subscribe(disputeDecided, async (tx, fact, { ref }) => {
      const campaignTitle = await loadCampaignTitle(tx, fact.campaignId);
      const wasViewed = await wasTrackViewed(tx, fact.disputeId);
      for (const side of sides) {
        const { title, text } = formatEnd(campaignTitle, side, fact);
        const kind = `dispute.${fact.status}` as const;
        await notifySide(tx, deps, fact, side, {
          kind,
          ref,
          title,
          text: wasViewed ? joinTexts(text, viewed[side]) : text,
        });
      }
    }),
  ];
}

const viewed: Readonly<Record<DisputeSide, Message>> = {
  marketer: msg('To decide, the administrator viewed your exact route.'),
  advertiser: msg('To decide, the administrator viewed the marketer’s exact route.'),
};

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

function formatEnd(title: NameOrMessage, side: DisputeSide, fact: EndFact): { title: Message; text: Text } {
  const { status, note, awardCents, payCents } = fact;
  const isWon = (status === 'upheld') === (side === fact.side);
  const heading = {
    agreed: msg('Dispute settled: {campaign}', { campaign: title }),
    split: msg('Dispute decided: {campaign}', { campaign: title }),
    upheld: isWon
      ? msg('Dispute won: {campaign}', { campaign: title })
      : msg('Dispute lost: {campaign}', { campaign: title }),
    rejected: isWon
      ? msg('Dispute won: {campaign}', { campaign: title })
      : msg('Dispute lost: {campaign}', { campaign: title }),
  }[status];
  const how =
    note === null
      ? msg('Both sides agreed in the dispute about {campaign}.', { campaign: title })
      : msg('An administrator decided the dispute about {campaign}: {reason}.', {
          campaign: title,
          reason: removeFinalPeriod(note),
        });
  if (awardCents === undefined || payCents === undefined) return { title: heading, text: how };
  const backCents = payCents - awardCents;
  const money =
    side === 'marketer'
      ? msg('You get {award} of {pay}.', { award: formatDollars(awardCents), pay: formatDollars(payCents) })
      : backCents > 0
        ? msg(
            'The marketer gets {award}. {rest} and the fee on it come back to you with the campaign’s refund.',
            { award: formatDollars(awardCents), rest: formatDollars(backCents) },
          )
        : msg('The marketer gets {award}.', { award: formatDollars(awardCents) });
  return { title: heading, text: joinTexts(how, money) };
}
