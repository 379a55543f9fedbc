import { MAX_PROOFS, type MediaKind, proofProcess, type ProofState } from '#proofs/contract.ts';
import type { RefusalCode } from '#proofs/domain.ts';

export interface Requirements {
  isWearable: boolean;
  videoMinutes: number;
  requiresSelfie: boolean;
  requiresLocationCheck: boolean;
}

export interface Offered {
  kinds: readonly MediaKind[];
  postUrl: string | undefined;
  /** Null if there was no session. */
  session: { isRunning: boolean; wasInZone: boolean } | null;
}

/** Returns error messages by field; empty if nothing that the campaign requires is missing. */
export function findMissingParts(asked: Requirements, offered: Offered): Record<string, string> {
  const fields: Record<string, string> = {};
  if (!asked.isWearable) {
    if (!offered.postUrl) fields['postUrl'] = 'Add the link to your post';
    return fields;
  }
  const media = [];
  if (asked.requiresSelfie && !offered.kinds.includes('selfie')) media.push('a selfie');
  if (asked.videoMinutes > 0 && !offered.kinds.includes('video'))
    media.push(`a ${asked.videoMinutes}-minute video`);
  if (media.length === 0 && offered.kinds.length === 0) media.push('a photo');
  if (media.length > 0) fields['media'] = `Add ${media.join(' and ')}`;
  return fields;
}

/** Returns why the session blocks a proof, or null if it does not. */
export function findSessionProblem(asked: Requirements, offered: Offered): RefusalCode | null {
  if (offered.session?.isRunning) return 'proof/session-running';
  if (asked.isWearable && asked.requiresLocationCheck && !offered.session?.wasInZone)
    return 'proof/missing-presence';
  return null;
}

export interface WorkFacts {
  startTime: Date | null;
  proofDueAt: Date | null;
  isOver: boolean;
  /** A rejection was disputed, whatever the outcome. Then no new proof is allowed (decision 19.2). */
  isDisputed: boolean;
  rejected: number;
}

/** Returns why no proof of this work can be sent now, or null if one can. */
export function findSubmitProblem(work: WorkFacts, now: Date): RefusalCode | null {
  if (work.startTime && now < work.startTime) return 'proof/too-early';
  if (work.isOver || (work.proofDueAt && now > work.proofDueAt)) return 'proof/too-late';
  if (work.isDisputed) return 'proof/disputed';
  return mayResend(work.rejected) ? null : 'proof/used-up';
}

/** Returns whether another proof may be sent after this many rejections. */
export function mayResend(rejected: number): boolean {
  return rejected < MAX_PROOFS;
}

/** Returns the new state, 'same' if this was already decided, or null if the opposite was. */
export function judgeDecision(
  present: ProofState,
  asked: 'approved' | 'rejected',
  actor: 'advertiser' | 'platform',
): ProofState | 'same' | null {
  if (present === asked) return 'same';
  return proofProcess.next(present, asked === 'approved' ? 'approve' : 'reject', actor);
}
