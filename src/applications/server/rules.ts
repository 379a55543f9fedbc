import { type RefusalCode } from '#kernel/errors.ts';
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
import { afterOutages, type Span } from './outage-rules.ts';

/** What may be asked for by PUT, and which step of the process it is. */
export type Decision = 'approved' | 'rejected' | 'withdrawn';

const steps = {
  approved: { name: 'approve', by: 'advertiser' },
  rejected: { name: 'reject', by: 'advertiser' },
  withdrawn: { name: 'withdraw', by: 'marketer' },
} as const;

/** A business decides through its owner and managers; who only looks on decides nothing. */
export type Party = 'advertiser' | 'marketer' | 'onlooker';

/**
 * What becomes of a decision: 'take' it, 'repeat' the answer because it stands already, or the reason to refuse. The
 * advertiser approves and rejects, the marketer withdraws.
 */
export function judge(
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

export interface ApplicationFacts {
  status: ApplicationState;
  isOnBench: boolean;
  wasApproved: boolean;
  /** It was asked whether the marketer comes, and they can still answer. */
  isUnconfirmed: boolean;
  /** A session has begun, or proof was sent. */
  hasBegun: boolean;
}

export interface PlaceFacts {
  /** Everything about the campaign is decided and paid. */
  isCompleted: boolean;
  /** Why nobody can get a place in the campaign now, or null. */
  whyNotOpen: RefusalCode | null;
  /** From then on nobody moves up by themselves. */
  benchEndsAt: Date | null;
}

/** What this party may do; the use cases refuse by the same rules. */
export function permissionsOf(application: ApplicationFacts, campaign: PlaceFacts, party: Party, now: Date) {
  const isOpen = (wanted: Decision) => judge(application.status, wanted, party).do === 'take';
  const isWaiting = isOpen('approved');
  return {
    approve: isWaiting && campaign.whyNotOpen === null,
    reject: isOpen('rejected'),
    withdraw:
      isOpen('withdrawn') &&
      whyNotWithdrawable({ isCompleted: campaign.isCompleted, hasBegun: application.hasBegun }) === null,
    bench: isWaiting && !application.isOnBench && whyNotBenched(campaign, now) === null,
    unbench: isWaiting && application.isOnBench,
    confirm: party === 'marketer' && application.status === 'approved' && application.isUnconfirmed,
    addToCalendar: party === 'marketer' && application.wasApproved,
  };
}

/** Why a marketer cannot step back now from what they wait for or hold, or null: what is over has no place to give back. */
export function whyNotWithdrawable({
  isCompleted,
  hasBegun,
}: {
  isCompleted: boolean;
  hasBegun: boolean;
}): RefusalCode | null {
  if (isCompleted) return 'application/over';
  // Work that was begun may be paid: its place must not go to somebody else.
  return hasBegun ? 'application/session-begun' : null;
}

/** Why nobody can be put on the bench of a campaign now, or null: it is for those who would have a place if there was one. */
export function whyNotBenched(
  { whyNotOpen, benchEndsAt }: Pick<PlaceFacts, 'whyNotOpen' | 'benchEndsAt'>,
  now: Date,
): RefusalCode | null {
  if (whyNotOpen === null) return 'application/places-left';
  const isOver = benchEndsAt === null || benchEndsAt <= now;
  return whyNotOpen === 'campaign/full' && !isOver ? null : 'campaign/not-active';
}

export interface WindowFacts {
  campaignType: Application['campaign']['campaignType'];
  startTime: Date | null;
  closesAt: Date | null;
  closingSince: Date | null;
}

/** Until when a freed place goes to the bench: nobody is sent to where the work has begun already; posts have no such hour. */
export function benchEndsAt({ campaignType, startTime, closesAt }: WindowFacts): Date | null {
  return campaignType === 'wearable' ? startTime : closesAt;
}

export interface PlaceGiven {
  status: ApplicationState;
  approvedAt: Date | null;
  hasMovedUp: boolean;
}

/**
 * From when on giving this place back earns a strike (decisions.md 4.1); null where it never does. Who was approved with hardly any time
 * left can think about it until the start; nobody earns one who may not have heard of their place, nor where the advertiser has closed
 * the campaign. Whoever could not give it back in time, because we stood still, has an hour again, at most until the start; the outages
 * since the approval are given in their order.
 */
export function strikeFrom(
  application: PlaceGiven & { attendanceJudgedAt: Date | null },
  { campaignType, startTime, closesAt, closingSince }: WindowFacts,
  outages: readonly Span[],
): Date | null {
  const { status, approvedAt, attendanceJudgedAt } = application;
  // Nobody waits at a place for a post: it has days, and somebody else can still write it.
  if (campaignType !== 'wearable' || status !== 'approved' || approvedAt === null) return null;
  // Who did not come has their strike already, or was let off.
  if (attendanceJudgedAt !== null) return null;
  if (startTime === null || wasClosedEarly({ closesAt, closingSince })) return null;
  if (mayBeUnseen(application, startTime)) return null;
  const lateFrom = addMilliseconds(startTime, -LATE_WITHDRAWAL_MS);
  if (approvedAt >= lateFrom) return startTime;
  const from = afterOutages(outages, lateFrom);
  return from < startTime ? from : startTime;
}

/** Does giving this place back now earn a strike? */
export function isWithdrawalLate(
  application: Parameters<typeof strikeFrom>[0],
  campaign: WindowFacts,
  outages: readonly Span[],
  now: Date,
): boolean {
  const from = strikeFrom(application, campaign, outages);
  return from !== null && from <= now;
}

/**
 * Is it time to ask whether this marketer comes (decisions.md 4.1)? Where something is worn somebody waits for them. Whoever was approved
 * late knows of it, and an answer must be possible before the start.
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

/** Was it asked whether this marketer comes, and does an answer still say something? Once the work has begun they are there or not. */
export function isUnconfirmed(
  { confirmationDueAt, confirmedAt }: { confirmationDueAt: Date | null; confirmedAt: Date | null },
  { startTime }: Pick<WindowFacts, 'startTime'>,
  now: Date,
): boolean {
  return confirmationDueAt !== null && confirmedAt === null && startTime !== null && now < startTime;
}

/** Has nobody answered in time? Once the work has begun a place is taken from nobody. */
export function hasLapsed(
  application: { status: ApplicationState; confirmationDueAt: Date | null; confirmedAt: Date | null },
  { startTime }: Pick<WindowFacts, 'startTime'>,
  now: Date,
): boolean {
  const { status, confirmationDueAt } = application;
  if (status !== 'approved' || confirmationDueAt === null) return false;
  return confirmationDueAt <= now && isUnconfirmed(application, { startTime }, now);
}

/** From when on nobody can begin any more; where no position is asked for, proof can be sent without a session. */
export function attendanceKnownAt(campaign: {
  campaignType: Application['campaign']['campaignType'];
  requiresLocationCheck: boolean;
  closesAt: Date | null;
  proofDueAt: Date | null;
}): Date | null {
  const needsSession = campaign.campaignType === 'wearable' && campaign.requiresLocationCheck;
  return needsSession ? campaign.closesAt : campaign.proofDueAt;
}

/**
 * Did somebody who has neither tracked nor sent proof let the advertiser down (decisions.md 4.1)? Not where the advertiser closed the
 * campaign while it could be worked, nor where they may not have heard of their place.
 */
export function isNoShow(
  application: PlaceGiven,
  { campaignType, startTime, closesAt, closingSince }: WindowFacts,
): boolean {
  if (campaignType !== 'wearable' || application.status !== 'approved') return false;
  if (startTime === null || wasClosedEarly({ closesAt, closingSince })) return false;
  return !mayBeUnseen(application, startTime);
}

/** By its advertiser: what is closed because its time is over lets nobody go. */
function wasClosedEarly({ closesAt, closingSince }: Pick<WindowFacts, 'closesAt' | 'closingSince'>): boolean {
  return closingSince !== null && closesAt !== null && closingSince < closesAt;
}

/**
 * Was the place given so late that its holder may not have heard of it in time: shortly before the start, by the platform, which asks
 * nobody, within the half day before it, or when the work had begun?
 */
function mayBeUnseen({ approvedAt, hasMovedUp }: PlaceGiven, startTime: Date): boolean {
  if (approvedAt === null) return false;
  const left = startTime.getTime() - approvedAt.getTime();
  return left <= (hasMovedUp ? LATE_WITHDRAWAL_MS : UNSEEN_APPROVAL_MS);
}

/** How many followers a campaign asks for. */
export interface FollowersWanted {
  from: number;
  below: number | null;
  atMost: number | null;
}

/** Null is nobody who has shown any. */
export function hasFollowersFor({ from, below, atMost }: FollowersWanted, followers: number | null): boolean {
  if (followers === null || followers < from) return false;
  return (below === null || followers < below) && (atMost === null || followers <= atMost);
}

export interface WorkTime {
  startTime: Date;
  durationMinutes: number;
}

/** Do two pieces of work share any time? One may begin in the moment in which the other ends. */
export function overlaps(one: WorkTime, other: WorkTime): boolean {
  return one.startTime.getTime() < endOf(other) && other.startTime.getTime() < endOf(one);
}

function endOf({ startTime, durationMinutes }: WorkTime): number {
  return startTime.getTime() + durationMinutes * MINUTE;
}
