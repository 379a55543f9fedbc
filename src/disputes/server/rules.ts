import type { RefusalCode } from '#kernel/errors.ts';
import { DISPUTE_PERIOD_MS, disputeProcess, type DisputeState } from '#disputes/contract.ts';

/** A decided proof among the others of the same work. */
export interface RejectionFacts {
  /** The rejection's moment; null where the proof is not rejected. */
  rejectedAt: Date | null;
  /** Another proof of this work waits for its decision or was approved. */
  hasLiveProof: boolean;
  /** The campaign is completed: nobody counts on its money any more. */
  isOver: boolean;
}

/** Why a proof's rejection cannot be disputed now, or null. */
export function whyNotDisputable(facts: RejectionFacts, now: Date): RefusalCode | null {
  const { rejectedAt, hasLiveProof, isOver } = facts;
  if (rejectedAt === null) return 'dispute/not-rejected';
  if (hasLiveProof) return 'dispute/superseded';
  const isLate = now.getTime() - rejectedAt.getTime() >= DISPUTE_PERIOD_MS;
  return isOver || isLate ? 'dispute/too-late' : null;
}

const steps = { upheld: 'uphold', rejected: 'reject' } as const;

/** 'same': asked again what was decided; null: the opposite was decided. */
export function judge(present: DisputeState, wanted: 'upheld' | 'rejected'): DisputeState | 'same' | null {
  return present === wanted ? 'same' : disputeProcess.next(present, steps[wanted], 'admin');
}
