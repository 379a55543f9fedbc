import { campaignWindow } from '#campaigns/contract.ts';
import type { CampaignType } from '#campaigns/fields-contract.ts';
import { type Message, msg, t } from '#kernel/text.ts';
import { MINUTE } from '#kernel/time.ts';
import type { PaymentState } from '#payments/contract.ts';
import { formatZonedTime } from '#platform/web/ui/format-time.ts';
import type { StatusTone } from '#platform/web/ui/states/status-badge.tsx';
import type { Application } from '../../contract.ts';

/** Its data comes from domains above this one. */
export interface Work {
  proof: {
    status: 'pending' | 'approved' | 'rejected';
    strength: 'weak' | 'ordinary' | 'strong';
    reviewDueAt: string;
    /** The advertiser's request for better files, if they made one. */
    amendment?: { isOpen: boolean; dueAt: string } | null;
    dispute?: { isOpen: boolean } | null;
    /** Null if the marketer may not dispute a rejection. */
    disputableUntil?: string | null;
  } | null;
  /** False once the allowed number of proofs is used up. Deadlines are checked separately. */
  maySendProof: boolean;
  /** Also null if the payment is older than the loaded payments. */
  payment: PaymentState | null;
}

export const noWork: Work = { proof: null, maySendProof: true, payment: null };

/** Before the work can start, while it can be done, while only proof can be sent, and afterwards. */
type WorkPhase = 'ahead' | 'open' | 'proof' | 'over';

type ApplicationCampaign = Application['campaign'];

function workPhase(campaign: ApplicationCampaign, now: Date): WorkPhase {
  const window = toWindow(campaign);
  // Only a draft has no start time, and a draft has no approved marketers.
  if (window === null || now < window.opensAt) return 'ahead';
  if (now < window.closesAt) return 'open';
  return now <= window.proofDueAt ? 'proof' : 'over';
}

/** Until the session or posting window ends, or the work is done. */
export function isWorthCalendarEntry(campaign: ApplicationCampaign, { proof }: Work, now: Date): boolean {
  if (proof !== null && proof.status !== 'rejected') return false;
  const window = toWindow(campaign);
  if (window === null || campaign.startTime === null) return false;
  const end =
    campaign.campaignType === 'wearable'
      ? new Date(campaign.startTime).getTime() + (campaign.duration ?? 0) * MINUTE
      : window.closesAt.getTime();
  return now.getTime() < end;
}

export function isDone({ campaign }: Application, { proof, maySendProof }: Work, now: Date): boolean {
  if (proof?.amendment?.isOpen) return false;
  if (proof !== null && proof.status !== 'rejected') return true;
  return !maySendProof || campaign.status === 'completed' || workPhase(campaign, now) === 'over';
}

/**
 * Returns the label of the marketer's next action on the campaign's page, or null if there is nothing to do now.
 */
export function formatWorkAction(application: Application, work: Work, now: Date): string | null {
  const { status, campaign, can } = application;
  if (status !== 'approved' || can.confirm || isDone(application, work, now)) return null;
  const phase = workPhase(campaign, now);
  if (phase === 'ahead') return null;
  return phase === 'open' && campaign.campaignType === 'wearable' && work.proof === null
    ? t('Track your work')
    : t('Send proof');
}

/**
 * Returns the badge for the work of an approved application, or null if the application's own badge says
 * more.
 */
export function formatWorkStatus(
  { campaign }: Application,
  { proof, payment }: Work,
  now: Date,
): { label: string; tone: StatusTone } | null {
  if (proof?.amendment?.isOpen) return { label: t('Send again'), tone: 'accent' };
  if (proof?.status === 'pending') return { label: t('Proof sent'), tone: 'waiting' };
  if (proof?.status === 'rejected') return { label: t('Proof rejected'), tone: 'negative' };
  if (proof?.status === 'approved') {
    return payment === 'completed'
      ? { label: t('Paid'), tone: 'positive' }
      : { label: t('Proof approved'), tone: 'positive' };
  }
  if (campaign.status === 'completed') return { label: t('Ended'), tone: 'neutral' };
  const byPhase = {
    ahead: null,
    open: { label: t('Open now'), tone: 'accent' },
    proof: { label: t('Proof due'), tone: 'accent' },
    over: { label: t('No proof sent'), tone: 'neutral' },
  } as const;
  return byPhase[workPhase(campaign, now)];
}

export function formatWork({ campaign }: Application, work: Work, now: Date): string | null {
  const window = toWindow(campaign);
  if (window === null) return null;
  const due = formatZonedTime(window.proofDueAt, campaign.timeZone);
  const phase = workPhase(campaign, now);
  if (work.proof)
    return formatProof(work.proof, work, { due: phase === 'over' ? null : due, timeZone: campaign.timeZone });
  if (campaign.status === 'completed') return t('This campaign ended and no proof was sent.');
  switch (phase) {
    case 'ahead':
      return null;
    case 'open':
      return campaign.campaignType === 'wearable'
        ? t('Track your work, then send your proof by {due}.', { due })
        : t('Publish your post, then send its link by {due}.', { due });
    case 'proof':
      return t('The work window has closed. Send your proof by {due}.', { due });
    case 'over':
      return t('Proof was due by {due}. You can’t be paid without it.', { due });
  }
}

export const upcomingWorkText: Readonly<Record<CampaignType, Message>> = {
  wearable: msg('When it starts, track your work, then send your proof.'),
  social: msg('When it starts, publish your post, then send its link.'),
};

function formatProof(
  { status, strength, reviewDueAt, amendment, dispute, disputableUntil }: NonNullable<Work['proof']>,
  { payment, maySendProof }: Work,
  /** `due` is null if it is too late for another proof. */
  { due, timeZone }: { due: string | null; timeZone: string | null },
): string {
  if (amendment?.isOpen)
    return t('The advertiser asks for better files. Send them by {time}.', {
      time: formatZonedTime(amendment.dueAt, timeZone),
    });
  if (status === 'pending') {
    if (strength === 'weak') {
      return t(
        'Proof sent. If the advertiser doesn’t decide by {time}, an administrator decides within 72 hours.',
        { time: formatZonedTime(reviewDueAt, timeZone) },
      );
    }
    return t('Proof sent. Auto-approves on {time} if the advertiser doesn’t decide.', {
      time: formatZonedTime(reviewDueAt, timeZone),
    });
  }
  if (dispute?.isOpen) return t('This decision is disputed. The pay is on hold until the dispute ends.');
  if (status === 'rejected') {
    const time = disputableUntil ? formatZonedTime(disputableUntil, timeZone) : null;
    if (maySendProof && due !== null)
      return time === null
        ? t('Your proof was rejected. You can send one new proof by {due}.', { due })
        : t('Your proof was rejected. You can send one new proof by {due}, or dispute it until {time}.', {
            due,
            time,
          });
    return time === null
      ? t('Your proof was rejected.')
      : t('Your proof was rejected. You can dispute it until {time}.', { time });
  }
  switch (payment) {
    case 'completed':
      return t('Your proof was approved and you’ve been paid.');
    case 'failed':
      return t('Your proof was approved, but the payout failed. See Payments for what to do.');
    case 'cancelled':
      return t('Your proof was approved, but a dispute gave the pay back.');
    case 'pending':
      return t('Your proof was approved. See Payments for the status of your pay.');
    case null:
      return t('Your proof was approved.');
  }
}

function toWindow({ campaignType, startTime, duration }: ApplicationCampaign) {
  return startTime === null
    ? null
    : campaignWindow({ campaignType, startTime: new Date(startTime), durationMinutes: duration });
}
