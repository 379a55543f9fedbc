import { DISPUTE_PERIOD_MS, disputeProcess, type DisputeState } from '#disputes/contract.ts';
import type { RefusalCode } from '#disputes/domain.ts';

/** A decided proof and the other proofs of the same application. */
export interface RejectionFacts {
  /** Null unless the proof is rejected. */
  rejectedAt: Date | null;
  /** Another proof of this application is pending or approved. */
  hasLiveProof: boolean;
  /** The campaign is completed, so no money is held. */
  isOver: boolean;
}

export function checkDisputable(facts: RejectionFacts, now: Date): RefusalCode | null {
  const { rejectedAt, hasLiveProof, isOver } = facts;
  if (rejectedAt === null) return 'dispute/not-rejected';
  if (hasLiveProof) return 'dispute/superseded';
  const isLate = now.getTime() - rejectedAt.getTime() >= DISPUTE_PERIOD_MS;
  return isOver || isLate ? 'dispute/too-late' : null;
}

const steps = { upheld: 'uphold', rejected: 'reject' } as const;

/** Returns the next state, 'same' if the same decision was already made, or null if the opposite was. */
export function checkDisputeDecision(
  present: DisputeState,
  wanted: 'upheld' | 'rejected',
): DisputeState | 'same' | null {
  return present === wanted ? 'same' : disputeProcess.next(present, steps[wanted], 'admin');
}
