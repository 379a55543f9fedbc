import { type Message, msg, t } from '#kernel/text.ts';
import type { StatusTone } from '#platform/web/ui/states/status-badge.tsx';
import { formatZonedTime } from '#platform/web/ui/format-time.ts';
import { MINUTE } from '#kernel/time.ts';
import {
  type Application,
  type ApplicationState,
  CONFIRMATION_ASKED_BEFORE_MS,
  CONFIRMED_IF_APPROVED_BEFORE_MS,
} from '../contract.ts';
import { LATE_WITHDRAWAL_MS } from '../strike-contract.ts';
import { upcomingWorkText, type Work, formatWorkStatus, formatWork } from './own/work-labels.ts';

interface StatusLabel {
  label: string;
  tone: StatusTone;
}

export const statusLabels: Readonly<Record<ApplicationState, { label: Message; tone: StatusTone }>> = {
  pending: { label: msg('Applied'), tone: 'waiting' },
  approved: { label: msg('Approved', { context: 'application' }), tone: 'positive' },
  rejected: { label: msg('Not chosen'), tone: 'neutral' },
  withdrawn: { label: msg('Withdrawn', { context: 'application' }), tone: 'neutral' },
};

/** Includes the waitlist, the confirmation and the work, which status alone lacks. */
export function formatOwnStatus(application: Application, work: Work, now: Date): StatusLabel {
  const { status, benchPosition, confirmedAt, can } = application;
  if (status === 'pending' && benchPosition !== null) return { label: t('On the waitlist'), tone: 'waiting' };
  if (can.confirm) return { label: t('Please confirm'), tone: 'accent' };
  const worked = status === 'approved' ? formatWorkStatus(application, work, now) : null;
  if (worked) return worked;
  if (status === 'approved' && confirmedAt !== null) return { label: t('Confirmed'), tone: 'positive' };
  if (application.hasExpired) return { label: t('Not confirmed'), tone: 'neutral' };
  const { label, tone } = statusLabels[status];
  return { label: t(label), tone };
}

/** Returns one to three sentences that say where the application stands and what comes next. */
export function formatNextStep(application: Application, work: Work, now: Date): string {
  switch (application.status) {
    case 'pending':
      return formatWaiting(application);
    case 'approved':
      return formatPlace(application, work, now);
    case 'rejected':
      return t('You didn’t get a place this time.');
    case 'withdrawn':
      return application.hasExpired
        ? t('You didn’t confirm in time, so you lost the place. This isn’t a strike.')
        : t('You withdrew this application.');
  }
}

function formatWaiting({ benchPosition, campaign }: Application): string {
  if (campaign.status === 'completed') return t('This campaign ended before the advertiser decided.');
  if (benchPosition === null) return t('Waiting for the advertiser’s decision. We’ll notify you.');
  if (benchPosition === 1)
    return t(
      'All places are taken. You’re first on the waitlist, so the next free place is yours. We’ll notify you.',
    );
  return t('All places are taken. You’re number {position} on the waitlist.', { position: benchPosition });
}

function formatPlace(application: Application, work: Work, now: Date): string {
  const { campaign, confirmationDueAt, confirmedAt, hasMovedUp, can } = application;
  if (can.confirm && confirmationDueAt !== null) {
    return t('Confirm your place by {time}, or it goes to another marketer.', {
      time: formatZonedTime(confirmationDueAt, campaign.timeZone),
    });
  }
  const worked = formatWork(application, work, now);
  if (worked !== null) return worked;
  const place = hasMovedUp
    ? t('A place became free and you moved up from the waitlist.')
    : t('You have a place in this campaign.');
  const askedAt = confirmationAskedAt(application);
  const confirmation =
    confirmedAt !== null
      ? t('You’ve confirmed your place.')
      : askedAt !== null && now < askedAt
        ? t('We’ll ask you to confirm on {time}.', { time: formatZonedTime(askedAt, campaign.timeZone) })
        : null;
  const freeUntil = getFreeUntilStart(application);
  const late =
    freeUntil !== null && wasApprovedLate(application) && now < new Date(freeUntil)
      ? t('You were approved late, so you can withdraw without a strike until {time}.', {
          time: formatZonedTime(freeUntil, campaign.timeZone),
        })
      : null;
  return [place, confirmation, late, t(upcomingWorkText[campaign.campaignType])].filter(Boolean).join(' ');
}

/** Null if never. Social posts need no confirmation. */
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

/** Null if strikes begin earlier or never. */
function getFreeUntilStart({ lateWithdrawalFrom, campaign }: Application): string | null {
  return lateWithdrawalFrom !== null && lateWithdrawalFrom === campaign.startTime ? lateWithdrawalFrom : null;
}

/** A late approval makes withdrawing free until the start. An outage can also lead to that, so check both. */
function wasApprovedLate({ approvedAt, campaign }: Application): boolean {
  if (approvedAt === null || campaign.startTime === null) return false;
  return new Date(campaign.startTime).getTime() - new Date(approvedAt).getTime() <= LATE_WITHDRAWAL_MS;
}

export function formatWithdrawalCost(application: Application, now: Date): string {
  const { status, isWithdrawalLate, lateWithdrawalFrom, campaign } = application;
  if (status === 'pending') return t('You don’t have a place yet, so this isn’t a strike.');
  const isFreeUntilStart = getFreeUntilStart(application) !== null;
  if (isWithdrawalLate) {
    const hasBegun = isFreeUntilStart || (campaign.startTime !== null && now >= new Date(campaign.startTime));
    return hasBegun
      ? t(
          'The work has started, so withdrawing now is a strike. Three strikes within 30 days stop you from applying for 7 days.',
        )
      : t(
          'It is less than 12 hours before the start, so withdrawing now is a strike. Three strikes within 30 days stop you from applying for 7 days.',
        );
  }
  // Don't promise the place to the waitlist: the campaign may be closing, or the waitlist may have ended.
  if (lateWithdrawalFrom === null || now >= new Date(lateWithdrawalFrom))
    return t('Withdrawing now isn’t a strike. You give up your place.');
  const why =
    isFreeUntilStart && wasApprovedLate(application)
      ? t('You were approved less than 12 hours before the start.')
      : '';
  const until = t('Withdrawing isn’t a strike until {time}. You give up your place.', {
    time: formatZonedTime(lateWithdrawalFrom, campaign.timeZone),
  });
  return [why, until].filter(Boolean).join(' ');
}

/** '7 h 42 min' or '42 min', rounded up to the minute. */
export function formatTimeLeft(milliseconds: number): string {
  const minutes = Math.max(0, Math.ceil(milliseconds / MINUTE));
  const hours = Math.floor(minutes / 60);
  return hours > 0
    ? t('{hours} h {minutes} min', { hours, minutes: minutes % 60 })
    : t('{minutes} min', { minutes });
}

export function findApplicationTo(
  applications: readonly Application[] | undefined,
  campaignId: string,
): Application | undefined {
  return applications?.find((application) => application.campaignId === campaignId);
}
