import type { RefusalCode } from '#applications/domain.ts';
import { addMilliseconds, MINUTE } from '#kernel/time.ts';
import {
  type Application,
  applicationProcess,
  type ApplicationState,
  CONFIRMATION_ASKED_BEFORE_MS,
  CONFIRMATION_PERIOD_MS,
  CONFIRMED_IF_APPROVED_BEFORE_MS,
} from '../contract.ts';
import { LATE_WITHDRAWAL_MS, UNSEEN_APPROVAL_MS } from '../strike-contract.ts';
import { extendDeadline, type Span } from './strikes/outage-rules.ts';

/** The states that PUT accepts. */
export type Decision = 'approved' | 'rejected' | 'withdrawn';

const steps = {
  approved: { name: 'approve', by: 'advertiser' },
  rejected: { name: 'reject', by: 'advertiser' },
  withdrawn: { name: 'withdraw', by: 'marketer' },
} as const;

/** Owners and managers decide for a business. Viewers are onlookers. */
export type Party = 'advertiser' | 'marketer' | 'onlooker';

/**
 * 'repeat' answers again if the decision is already in place. The advertiser approves and rejects; the marketer
 * withdraws.
 */
export function checkDecision(
  present: ApplicationState,
  wanted: Decision,
  party: Party,
): { do: 'take' } | { do: 'repeat' } | { do: 'refuse'; code: RefusalCode } {
  const step = steps[wanted];
  if (step.by !== party) return { do: 'refuse', code: 'auth/forbidden' };
  if (present === wanted) return { do: 'repeat' };
  const next = applicationProcess.next(present, step.name, step.by);
  return next === null ? { do: 'refuse', code: 'application/decided' } : { do: 'take' };
}

interface DecisionFacts {
  status: ApplicationState;
  undoUntil: Date | null;
}

/**
 * Returns true while the business can undo its decision and the marketer doesn't know of it. `matchUntold` is its SQL.
 */
export function isUntold({ status, undoUntil }: DecisionFacts, now: Date): boolean {
  return (status === 'approved' || status === 'rejected') && undoUntil !== null && now < undoUntil;
}

type Undoable = DecisionFacts & Record<'benchTurn' | 'undoBenchTurn', number | null>;

/** The marketer sees no decision that the business can still undo. */
export function hideUntold<Row extends Undoable>(row: Row, now: Date): Row {
  if (!isUntold(row, now)) return row;
  const benchTurn = row.undoBenchTurn;
  return { ...row, status: 'pending', decidedAt: null, approvedAt: null, reason: null, benchTurn };
}

/** A campaign that closes has rejected its applicants, and must not get one back. */
export function checkUndo(
  decision: DecisionFacts,
  campaign: { status: Application['campaign']['status']; closingSince: Date | null },
  now: Date,
): RefusalCode | null {
  const isOpen = campaign.status === 'active' && campaign.closingSince === null;
  return isOpen && isUntold(decision, now) ? null : 'application/undo-over';
}

export interface ApplicationFacts {
  status: ApplicationState;
  isOnBench: boolean;
  wasApproved: boolean;
  /** Asked to confirm, and can still answer. */
  isUnconfirmed: boolean;
  /** A session was started or proof was sent. */
  hasBegun: boolean;
}

export interface PlaceFacts {
  /** All proofs are decided and paid. */
  isCompleted: boolean;
  /** Null if it has a place to give. */
  whyNotOpen: RefusalCode | null;
  /** Applicants are no longer moved up automatically from then on. */
  waitlistEndsAt: Date | null;
}

export function getPermissions(application: ApplicationFacts, campaign: PlaceFacts, party: Party, now: Date) {
  const isOpen = (wanted: Decision) => checkDecision(application.status, wanted, party).do === 'take';
  const isWaiting = isOpen('approved');
  return {
    approve: isWaiting && campaign.whyNotOpen === null,
    reject: isOpen('rejected'),
    withdraw:
      isOpen('withdrawn') &&
      checkWithdrawable({ isCompleted: campaign.isCompleted, hasBegun: application.hasBegun }) === null,
    bench: isWaiting && !application.isOnBench && checkBenchable(campaign, now) === null,
    unbench: isWaiting && application.isOnBench,
    confirm: party === 'marketer' && application.status === 'approved' && application.isUnconfirmed,
    addToCalendar: party === 'marketer' && application.wasApproved,
  };
}

export function checkWithdrawable({
  isCompleted,
  hasBegun,
}: {
  isCompleted: boolean;
  hasBegun: boolean;
}): RefusalCode | null {
  if (isCompleted) return 'application/over';
  // Work that was started may be paid, so its place must not go to another marketer.
  return hasBegun ? 'application/session-begun' : null;
}

/** The bench is only for full campaigns. */
export function checkBenchable(
  { whyNotOpen, waitlistEndsAt }: Pick<PlaceFacts, 'whyNotOpen' | 'waitlistEndsAt'>,
  now: Date,
): RefusalCode | null {
  if (whyNotOpen === null) return 'application/places-left';
  if (whyNotOpen === 'campaign/paused') return whyNotOpen;
  const isOver = waitlistEndsAt === null || waitlistEndsAt <= now;
  return whyNotOpen === 'campaign/full' && !isOver ? null : 'campaign/not-active';
}

export interface WindowFacts {
  campaignType: Application['campaign']['campaignType'];
  startTime: Date | null;
  closesAt: Date | null;
  closingSince: Date | null;
}

/** At the start of the work, or for posts at the end of their window. */
export function getWaitlistEnd({ campaignType, startTime, closesAt }: WindowFacts): Date | null {
  return campaignType === 'wearable' ? startTime : closesAt;
}

export interface PlaceGiven {
  status: ApplicationState;
  approvedAt: Date | null;
  hasMovedUp: boolean;
}

/**
 * Null if withdrawing never earns a strike (decision 17.1). Marketers approved late can withdraw freely until the
 * start. There is no strike if the marketer may not have seen the approval, or if the advertiser closed the campaign.
 * If an outage prevented withdrawing in time, the limit moves to an hour after it, but at most to the start. `outages`
 * are those since the approval, sorted.
 */
export function getLateWithdrawalStart(
  application: PlaceGiven & { attendanceJudgedAt: Date | null },
  { campaignType, startTime, closesAt, closingSince }: WindowFacts,
  outages: readonly Span[],
): Date | null {
  const { status, approvedAt, attendanceJudgedAt } = application;
  // A post has a window of days, so the advertiser isn't waiting and another marketer can still write it.
  if (campaignType !== 'wearable' || status !== 'approved' || approvedAt === null) return null;
  // No-shows already have a strike or were excused.
  if (attendanceJudgedAt !== null) return null;
  if (startTime === null || wasClosedEarly({ closesAt, closingSince })) return null;
  if (maybeUnseen(application, startTime)) return null;
  const lateFrom = addMilliseconds(startTime, -LATE_WITHDRAWAL_MS);
  if (approvedAt >= lateFrom) return startTime;
  const from = extendDeadline(outages, lateFrom);
  return from < startTime ? from : startTime;
}

export function isWithdrawalLate(
  application: Parameters<typeof getLateWithdrawalStart>[0],
  campaign: WindowFacts,
  outages: readonly Span[],
  now: Date,
): boolean {
  const from = getLateWithdrawalStart(application, campaign, outages);
  return from !== null && from <= now;
}

/**
 * Only wearable campaigns need it, because the advertiser waits at the place (decision 17.1). Late approvals are
 * skipped, and there must be time left to answer.
 */
export function isConfirmationDue(
  application: { status: ApplicationState; approvedAt: Date | null; confirmationDueAt: Date | null },
  { campaignType, startTime }: Pick<WindowFacts, 'campaignType' | 'startTime'>,
  now: Date,
): boolean {
  const { status, approvedAt, confirmationDueAt } = application;
  if (campaignType !== 'wearable') return false;
  if (status !== 'approved' || approvedAt === null || confirmationDueAt !== null || startTime === null)
    return false;
  const left = startTime.getTime() - now.getTime();
  const wasEarly = startTime.getTime() - approvedAt.getTime() > CONFIRMED_IF_APPROVED_BEFORE_MS;
  return wasEarly && left <= CONFIRMATION_ASKED_BEFORE_MS && left >= CONFIRMATION_PERIOD_MS;
}

export function isUnconfirmed(
  { confirmationDueAt, confirmedAt }: { confirmationDueAt: Date | null; confirmedAt: Date | null },
  { startTime }: Pick<WindowFacts, 'startTime'>,
  now: Date,
): boolean {
  return confirmationDueAt !== null && confirmedAt === null && startTime !== null && now < startTime;
}

/** Places are never taken back after the start. */
export function isConfirmationOverdue(
  application: { status: ApplicationState; confirmationDueAt: Date | null; confirmedAt: Date | null },
  { startTime }: Pick<WindowFacts, 'startTime'>,
  now: Date,
): boolean {
  const { status, confirmationDueAt } = application;
  if (status !== 'approved' || confirmationDueAt === null) return false;
  return confirmationDueAt <= now && isUnconfirmed(application, { startTime }, now);
}

export function getAttendanceCheckTime(campaign: {
  campaignType: Application['campaign']['campaignType'];
  requiresLocationCheck: boolean;
  closesAt: Date | null;
  proofDueAt: Date | null;
}): Date | null {
  const needsSession = campaign.campaignType === 'wearable' && campaign.requiresLocationCheck;
  return needsSession ? campaign.closesAt : campaign.proofDueAt;
}

/** False if the advertiser closed the campaign early, or the marketer may not have seen the approval. */
export function isNoShow(
  application: PlaceGiven,
  { campaignType, startTime, closesAt, closingSince }: WindowFacts,
): boolean {
  if (campaignType !== 'wearable' || application.status !== 'approved') return false;
  if (startTime === null || wasClosedEarly({ closesAt, closingSince })) return false;
  return !maybeUnseen(application, startTime);
}

/** An expired campaign doesn't release its marketers. */
function wasClosedEarly({ closesAt, closingSince }: Pick<WindowFacts, 'closesAt' | 'closingSince'>): boolean {
  return closingSince !== null && closesAt !== null && closingSince < closesAt;
}

/** Within two hours of the start, or for applicants moved up automatically, within 12 hours. */
function maybeUnseen({ approvedAt, hasMovedUp }: PlaceGiven, startTime: Date): boolean {
  if (approvedAt === null) return false;
  const left = startTime.getTime() - approvedAt.getTime();
  return left <= (hasMovedUp ? LATE_WITHDRAWAL_MS : UNSEEN_APPROVAL_MS);
}

export interface FollowerRange {
  from: number;
  below: number | null;
  atMost: number | null;
}

export function meetsFollowerRange(
  { from, below, atMost }: FollowerRange,
  followers: number | null,
): boolean {
  if (followers === null || followers < from) return false;
  return (below === null || followers < below) && (atMost === null || followers <= atMost);
}

export interface WorkTime {
  startTime: Date;
  durationMinutes: number;
}

export function overlaps(one: WorkTime, other: WorkTime): boolean {
  return one.startTime.getTime() < getEnd(other) && other.startTime.getTime() < getEnd(one);
}

function getEnd({ startTime, durationMinutes }: WorkTime): number {
  return startTime.getTime() + durationMinutes * MINUTE;
}
