import type { RefusalCode } from '#kernel/errors.ts';
import { MAX_PROOFS, type MediaKind, proofProcess, type ProofState } from '#proofs/contract.ts';

export interface Requirements {
  isWearable: boolean;
  videoMinutes: number;
  requiresSelfie: boolean;
  requiresLocationCheck: boolean;
}

export interface Offered {
  kinds: readonly MediaKind[];
  postUrl: string | undefined;
  /** Null: there was no session. */
  session: { isRunning: boolean; wasInZone: boolean } | null;
}

/** What is missing, by field, in words that say what to do; empty when the proof has what the campaign asks for. */
export function missingParts(asked: Requirements, offered: Offered): Record<string, string> {
  const fields: Record<string, string> = {};
  if (!asked.isWearable) {
    if (!offered.postUrl) fields['postUrl'] = 'Please add the address of your post';
    return fields;
  }
  const media = [];
  if (asked.requiresSelfie && !offered.kinds.includes('selfie')) media.push('a selfie');
  if (asked.videoMinutes > 0 && !offered.kinds.includes('video'))
    media.push(`a video of ${asked.videoMinutes} min`);
  if (media.length === 0 && offered.kinds.length === 0) media.push('a photo');
  if (media.length > 0) fields['media'] = `Please add ${media.join(' and ')}`;
  return fields;
}

/** Why a wearable proof cannot be sent yet for the sake of its session; null where it can. */
export function sessionProblem(asked: Requirements, offered: Offered): RefusalCode | null {
  if (offered.session?.isRunning) return 'proof/session-running';
  if (asked.isWearable && asked.requiresLocationCheck && !offered.session?.wasInZone)
    return 'proof/missing-presence';
  return null;
}

export interface WorkFacts {
  startTime: Date | null;
  proofDueAt: Date | null;
  /** The campaign is completed. */
  isOver: boolean;
  /** A rejection was disputed, whatever came of it: that is instead of a new proof, not beside one (decisions.md 6.2). */
  isDisputed: boolean;
  /** How many proofs of this work were rejected. */
  rejected: number;
}

/** Why no proof of this work is taken now, whatever it holds; null where one is. */
export function whyNotSendable(work: WorkFacts, now: Date): RefusalCode | null {
  if (work.startTime && now < work.startTime) return 'proof/too-early';
  if (work.isOver || (work.proofDueAt && now > work.proofDueAt)) return 'proof/too-late';
  if (work.isDisputed) return 'proof/disputed';
  return mayResend(work.rejected) ? null : 'proof/used-up';
}

/** After so many rejections of the same work, may another proof be sent? */
export function mayResend(rejected: number): boolean {
  return rejected < MAX_PROOFS;
}

/** 'same': asked again what was decided; null: the opposite was decided. */
export function judgeDecision(
  present: ProofState,
  asked: 'approved' | 'rejected',
  actor: 'advertiser' | 'platform',
): ProofState | 'same' | null {
  if (present === asked) return 'same';
  return proofProcess.next(present, asked === 'approved' ? 'approve' : 'reject', actor);
}
