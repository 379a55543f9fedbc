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
