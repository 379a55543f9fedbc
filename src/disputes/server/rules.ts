import {
  APPROVAL_DISPUTE_PERIOD_MS,
  DISPUTE_PERIOD_MS,
  type Dispute,
  type DisputeOutcome,
  MAX_PROPOSALS,
} from '#disputes/contract.ts';
import type { RefusalCode } from '#disputes/domain.ts';
import {
  type DisputeActor,
  disputeProcess,
  type DisputeSide,
  type DisputeState,
} from '#disputes/process-contract.ts';
import { type Cents, calculateCumulativeFee, toDecimal } from '#kernel/money.ts';
import { addMilliseconds } from '#kernel/time.ts';

export interface RejectionFacts {
  rejectedAt: Date | null;
  hasLiveProof: boolean;
  /** The campaign's money is no longer held. */
  isOver: boolean;
}

export function checkDisputable(facts: RejectionFacts, now: Date): RefusalCode | null {
  const { rejectedAt, hasLiveProof, isOver } = facts;
  if (rejectedAt === null) return 'dispute/not-rejected';
  if (hasLiveProof) return 'dispute/superseded';
  const isLate = now >= addMilliseconds(rejectedAt, DISPUTE_PERIOD_MS);
  return isOver || isLate ? 'dispute/too-late' : null;
}

export interface ApprovalFacts {
  approvedAt: Date | null;
  /** Then the advertiser needs support. */
  isApprovedByAdmin: boolean;
}

export function checkApprovalDisputable(
  { approvedAt, isApprovedByAdmin }: ApprovalFacts,
  now: Date,
): RefusalCode | null {
  if (approvedAt === null) return 'dispute/not-approved';
  const isLate = now >= addMilliseconds(approvedAt, APPROVAL_DISPUTE_PERIOD_MS);
  return isApprovedByAdmin || isLate ? 'dispute/needs-support' : null;
}

export interface CaseFacts {
  side: DisputeSide;
  state: DisputeState;
  dueAt: Date | null;
  /** Oldest first. Only the last one can be accepted. */
  proposals: readonly { side: string; awardCents: Cents | null }[];
}

export const getActor = (side: DisputeSide, party: DisputeSide): DisputeActor =>
  side === party ? 'opener' : 'respondent';

export type Move = 'answer' | 'propose' | 'accept' | 'escalate';

export function checkMove(facts: CaseFacts, party: DisputeSide, move: Move, now: Date): RefusalCode | null {
  const { side, state, dueAt, proposals } = facts;
  if (dueAt === null) return 'dispute/decided';
  const isLate = now >= dueAt;
  if (move === 'answer' && isLate && state === 'open') return 'dispute/answer-late';
  if (disputeProcess.next(state, move, getActor(side, party)) === null) {
    // It came too late: the sweep or the other side has handed it to the admins.
    if (state === 'escalated') return move === 'answer' ? 'dispute/answer-late' : 'dispute/agreement-late';
    return 'dispute/not-your-turn';
  }
  if (isLate) return 'dispute/agreement-late';
  if (move === 'accept' && proposals.at(-1)?.side === party) return 'dispute/not-your-turn';
  const own = proposals.filter((proposal) => proposal.side === party);
  if (move === 'propose' && own.length >= MAX_PROPOSALS) return 'dispute/proposals-used-up';
  return null;
}

/** `party` is null for admins and viewers of the team. */
export function listAllowed(
  facts: CaseFacts,
  { party, isAdmin }: { party: DisputeSide | null; isAdmin: boolean },
  now: Date,
): Dispute['can'] {
  const may = (move: Move) => party !== null && checkMove(facts, party, move, now) === null;
  return {
    answer: may('answer'),
    propose: may('propose'),
    accept: may('accept'),
    escalate: may('escalate'),
    decide: isAdmin && mayBeDecided(facts.state),
  };
}

export type Decision = 'upheld' | 'split' | 'rejected';

/** Returns null if the amount is not a part of the pay. */
export function toAward(
  { side, payCents }: { side: DisputeSide; payCents: Cents },
  { status, awardCents }: { status: Decision; awardCents: Cents | undefined },
): Cents | null {
  if (status !== 'split') return (status === 'upheld') === (side === 'marketer') ? payCents : 0;
  return awardCents !== undefined && awardCents > 0 && awardCents < payCents ? awardCents : null;
}

export function mayBeDecided(state: DisputeState): boolean {
  return disputeProcess.open(state, 'admin').length > 0;
}

/** The platform keeps its fee on the awarded part. */
export function toOutcome(
  { payCents, feeCents }: { payCents: Cents; feeCents: Cents },
  awardCents: Cents,
): DisputeOutcome {
  return {
    award: toDecimal(awardCents),
    back: toDecimal(payCents - awardCents),
    backFee: toDecimal(feeCents - calculateCumulativeFee(feeCents, awardCents, payCents)),
  };
}
