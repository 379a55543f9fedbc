import type { StatusTone } from '#platform/web/ui/status-badge.tsx';
import { formatAppointment } from '#platform/web/ui/format-time.ts';
import { MINUTE } from '#kernel/time.ts';
import {
  type Application,
  type ApplicationState,
  CONFIRMATION_ASKED_BEFORE_MS,
  CONFIRMED_IF_APPROVED_BEFORE_MS,
} from '../contract.ts';
import { LATE_WITHDRAWAL_MS } from '../strike-contract.ts';
import { aheadWords, type Work, workState, workText } from './work-words.ts';

interface StateWords {
  label: string;
  tone: StatusTone;
}

/** How an application's state is shown to the marketer who sent it. */
export const stateWords: Readonly<Record<ApplicationState, StateWords>> = {
  pending: { label: 'Applied', tone: 'waiting' },
  approved: { label: 'Approved', tone: 'positive' },
  rejected: { label: 'Not chosen', tone: 'negative' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
};

/** The same with what the four states do not tell: the bench, whether the marketer has confirmed, and what came of the work. */
export function ownStateOf(application: Application, work: Work, now: Date): StateWords {
  const { status, benchPosition, confirmedAt, can } = application;
  if (status === 'pending' && benchPosition !== null) return { label: 'On the bench', tone: 'waiting' };
  if (can.confirm) return { label: 'Please confirm', tone: 'accent' };
  const worked = status === 'approved' ? workState(application, work, now) : null;
  if (worked) return worked;
  if (status === 'approved' && confirmedAt !== null) return { label: 'Confirmed', tone: 'positive' };
  if (application.hasLapsed) return { label: 'Not confirmed', tone: 'neutral' };
  return stateWords[status];
}

/** What it means for the marketer now, and what comes next; one to three sentences. */
export function nextStepText(application: Application, work: Work, now: Date): string {
  switch (application.status) {
    case 'pending':
      return waitingText(application);
    case 'approved':
      return placeText(application, work, now);
    case 'rejected':
      return 'You did not get a place this time.';
    case 'withdrawn':
      return application.hasLapsed
        ? 'You did not confirm in time, so the place went back. That is no strike.'
        : 'You have withdrawn this application.';
  }
}

function waitingText({ benchPosition, campaign }: Application): string {
  if (campaign.status === 'completed') return 'This campaign is over, and nobody decides about it any more.';
  if (benchPosition === null)
    return 'Waiting for the advertiser to decide. We tell you as soon as they have.';
  if (benchPosition === 1)
    return 'All places are taken, and you are first on the bench: the next place that becomes free is yours, and we tell you at once.';
  return `All places are taken, and you are number ${benchPosition} on the bench: when a place becomes free, the first on the bench gets it.`;
}

function placeText(application: Application, work: Work, now: Date): string {
  const { campaign, confirmationDueAt, confirmedAt, hasMovedUp, can } = application;
  if (can.confirm && confirmationDueAt !== null) {
    return `Please confirm by ${formatAppointment(confirmationDueAt)} that you come; without an answer your place goes to somebody else.`;
  }
  const worked = workText(application, work, now);
  if (worked !== null) return worked;
  const place = hasMovedUp
    ? 'A place became free, and you moved up from the bench.'
    : 'You have a place in this campaign.';
  const askedAt = confirmationAskedAt(application);
  const confirmation =
    confirmedAt !== null
      ? 'You have confirmed that you come.'
      : askedAt !== null && now < askedAt
        ? `On ${formatAppointment(askedAt)} we ask you to confirm that you come.`
        : null;
  const freeUntil = freeUntilStart(application);
  const late =
    freeUntil !== null && wasApprovedLate(application) && now < new Date(freeUntil)
      ? `You were approved late, so you can withdraw without a strike until ${formatAppointment(freeUntil)}.`
      : null;
  return [place, confirmation, late, aheadWords[campaign.campaignType]].filter(Boolean).join(' ');
}

/** When a marketer who has not been asked yet will be; null where nobody asks them, as nobody waits anywhere for a post. */
function confirmationAskedAt({ approvedAt, confirmationDueAt, campaign }: Application): Date | null {
  if (
    campaign.campaignType !== 'wearable' ||
    approvedAt === null ||
    confirmationDueAt !== null ||
    campaign.startTime === null
  )
    return null;
  const start = new Date(campaign.startTime).getTime();
  if (start - new Date(approvedAt).getTime() <= CONFIRMED_IF_APPROVED_BEFORE_MS) return null;
  return new Date(start - CONFIRMATION_ASKED_BEFORE_MS);
}

/** Giving the place back is no strike before the start: until when that is; null where it is one earlier, or never. */
function freeUntilStart({ strikeFrom, campaign }: Application): string | null {
  return strikeFrom !== null && strikeFrom === campaign.startTime ? strikeFrom : null;
}

/** Then it is no strike before the start; an outage can lead to the same hour. */
function wasApprovedLate({ approvedAt, campaign }: Application): boolean {
  if (approvedAt === null || campaign.startTime === null) return false;
  return new Date(campaign.startTime).getTime() - new Date(approvedAt).getTime() <= LATE_WITHDRAWAL_MS;
}

/** What withdrawing now would cost, to be read before it is done. */
export function withdrawalText(application: Application, now: Date): string {
  const { status, isWithdrawalLate, strikeFrom, campaign } = application;
  if (status === 'pending') return 'You hold no place yet, so withdrawing is no strike.';
  const isFreeUntilStart = freeUntilStart(application) !== null;
  if (isWithdrawalLate) {
    const hasBegun = isFreeUntilStart || (campaign.startTime !== null && now >= new Date(campaign.startTime));
    const hour = hasBegun ? 'The work has begun' : 'It is less than 12 hours before the start';
    return `${hour}: withdrawing now earns a strike. Three strikes within 30 days pause applying for 7 days.`;
  }
  // Whether somebody takes the place is not known here: the campaign may take nobody any more, or the bench have ended.
  if (strikeFrom === null || now >= new Date(strikeFrom))
    return 'Withdrawing now is no strike. Your place becomes free.';
  const why =
    isFreeUntilStart && wasApprovedLate(application)
      ? 'You were approved less than 12 hours before the start. '
      : '';
  return `${why}Withdrawing is no strike until ${formatAppointment(strikeFrom)}. Your place becomes free.`;
}

/** '7 h 42 min', '42 min'; a minute that has begun counts as one. */
export function timeLeftText(milliseconds: number): string {
  const minutes = Math.max(0, Math.ceil(milliseconds / MINUTE));
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

/** A marketer applies to a campaign once, so one of them tells all. */
export function applicationTo(
  applications: readonly Application[] | undefined,
  campaignId: string,
): Application | undefined {
  return applications?.find((application) => application.campaignId === campaignId);
}
