import { campaignWindow, type CampaignType } from '#campaigns/contract.ts';
import { MINUTE } from '#kernel/time.ts';
import type { PaymentState } from '#payments/contract.ts';
import { formatAppointment } from '#platform/web/ui/format-time.ts';
import type { StatusTone } from '#platform/web/ui/status-badge.tsx';
import type { Application } from '../contract.ts';

/** What has become of the work for which a place was given, as later domains tell it. */
export interface Work {
  /** The newest one; null: none was sent yet. */
  proof: { status: 'pending' | 'approved' | 'rejected'; reviewDueAt: string } | null;
  /** As far as their number goes: whether there is time left is told by the campaign. */
  maySendProof: boolean;
  /** Null: nothing is paid yet, or it is older than the payments that were read. */
  payment: PaymentState | null;
}

/** Nothing was sent, or nothing is known of it. */
export const noWork: Work = { proof: null, maySendProof: true, payment: null };

/** Before the work can be done, while it can, while only proof can be sent, and after all that. */
type WorkPhase = 'ahead' | 'open' | 'proof' | 'over';

type ApplicationCampaign = Application['campaign'];

function workPhase(campaign: ApplicationCampaign, now: Date): WorkPhase {
  const window = windowOf(campaign);
  // Only a draft has no time, and nobody is given a place in a draft.
  if (window === null || now < window.opensAt) return 'ahead';
  if (now < window.closesAt) return 'open';
  return now <= window.proofDueAt ? 'proof' : 'over';
}

/** Whether the entry of a calendar is of use: until the session has ended, or the time for the post, or the work is done. */
export function isInCalendarTime(campaign: ApplicationCampaign, { proof }: Work, now: Date): boolean {
  if (proof !== null && proof.status !== 'rejected') return false;
  const window = windowOf(campaign);
  if (window === null || campaign.startTime === null) return false;
  const end =
    campaign.campaignType === 'wearable'
      ? new Date(campaign.startTime).getTime() + (campaign.duration ?? 0) * MINUTE
      : window.closesAt.getTime();
  return now.getTime() < end;
}

/** Nothing is left to do with a place: the proof lies with the advertiser or was approved, or it is too late for one. */
export function isDone({ campaign }: Application, { proof, maySendProof }: Work, now: Date): boolean {
  if (proof !== null && proof.status !== 'rejected') return true;
  return !maySendProof || campaign.status === 'completed' || workPhase(campaign, now) === 'over';
}

/** An approved application's badge by what was made of the place; null: its own state says it best. */
export function workState(
  { campaign }: Application,
  { proof, payment }: Work,
  now: Date,
): { label: string; tone: StatusTone } | null {
  if (proof?.status === 'pending') return { label: 'Proof sent', tone: 'waiting' };
  if (proof?.status === 'rejected') return { label: 'Proof rejected', tone: 'negative' };
  if (proof?.status === 'approved') {
    return payment === 'completed'
      ? { label: 'Paid', tone: 'positive' }
      : { label: 'Proof approved', tone: 'positive' };
  }
  if (campaign.status === 'completed') return { label: 'Over', tone: 'neutral' };
  const byPhase = {
    ahead: null,
    open: { label: 'Open now', tone: 'accent' },
    proof: { label: 'Proof due', tone: 'accent' },
    over: { label: 'No proof sent', tone: 'neutral' },
  } as const;
  return byPhase[workPhase(campaign, now)];
}

/** What is to be done with a place, or what has become of it; null: it is still ahead. */
export function workText({ campaign }: Application, work: Work, now: Date): string | null {
  const window = windowOf(campaign);
  if (window === null) return null;
  const due = formatAppointment(window.proofDueAt);
  const phase = workPhase(campaign, now);
  if (work.proof) return proofText(work.proof, work, phase === 'over' ? null : due);
  if (campaign.status === 'completed') return 'This campaign is over, and no proof was sent.';
  switch (phase) {
    case 'ahead':
      return null;
    case 'open':
      return campaign.campaignType === 'wearable'
        ? `Track your work, then send your proof by ${due}.`
        : `Publish your post, then send its address by ${due}.`;
    case 'proof':
      return `The time for the work is over. Send your proof by ${due}.`;
    case 'over':
      return `Proof was due by ${due}. Without it there is no pay.`;
  }
}

/** What comes once the work can be done. */
export const aheadWords: Readonly<Record<CampaignType, string>> = {
  wearable: 'When it starts, track your work, then send your proof.',
  social: 'Publish your post once it has started, then send its address.',
};

function proofText(
  { status, reviewDueAt }: NonNullable<Work['proof']>,
  { payment, maySendProof }: Work,
  /** Null: it is too late for another one. */
  due: string | null,
): string {
  if (status === 'pending') {
    return `You have sent your proof. It is approved by itself if nobody decides by ${formatAppointment(reviewDueAt)}.`;
  }
  if (status === 'rejected') {
    return maySendProof && due !== null
      ? `Your proof was rejected. You may send one new proof by ${due}.`
      : 'Your proof was rejected.';
  }
  switch (payment) {
    case 'completed':
      return 'Your proof was approved, and you have been paid.';
    case 'failed':
      return 'Your proof was approved, but the pay did not arrive. Your payments say what to do.';
    case 'pending':
      return 'Your proof was approved. The pay is on its way, or waits for something that your payments name.';
    case null:
      return 'Your proof was approved.';
  }
}

function windowOf({ campaignType, startTime, duration }: ApplicationCampaign) {
  return startTime === null
    ? null
    : campaignWindow({ campaignType, startTime: new Date(startTime), durationMinutes: duration });
}
