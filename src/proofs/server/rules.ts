import { t } from '#kernel/text.ts';
import { addMilliseconds } from '#kernel/time.ts';
import { TIP_PERIOD_MS } from '#proofs/tip-contract.ts';
import { MAX_PROOFS, type MediaKind, proofProcess, type ProofState } from '#proofs/contract.ts';
import { type ProofStrength, STRONG_FROM } from '#proofs/decision-contract.ts';
import type { RefusalCode } from '#proofs/domain.ts';
import { WEAK_BELOW } from '#proofs/weak-contract.ts';

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

/** Returns error messages by field. */
export function listMissingParts(asked: Requirements, offered: Offered): Record<string, string> {
  const fields: Record<string, string> = {};
  if (!asked.isWearable) {
    if (!offered.postUrl) fields['postUrl'] = t('Add the link to your post');
    return fields;
  }
  const media = getMissingMedia(asked, offered);
  if (media !== null) fields['media'] = media;
  return fields;
}

function getMissingMedia({ requiresSelfie, videoMinutes }: Requirements, { kinds }: Offered): string | null {
  const isSelfieMissing = requiresSelfie && !kinds.includes('selfie');
  if (videoMinutes > 0 && !kinds.includes('video')) {
    return isSelfieMissing
      ? t('Add a selfie and a {minutes}-minute video', { minutes: videoMinutes })
      : t('Add a {minutes}-minute video', { minutes: videoMinutes });
  }
  if (isSelfieMissing) return t('Add a selfie');
  return kinds.length === 0 ? t('Add a photo') : null;
}

export function checkSession(asked: Requirements, offered: Offered): RefusalCode | null {
  if (offered.session?.isRunning) return 'proof/session-running';
  if (asked.isWearable && asked.requiresLocationCheck && !offered.session?.wasInZone)
    return 'proof/missing-presence';
  return null;
}

export interface StrengthFacts {
  isWearable: boolean;
  requiresLocationCheck: boolean;
  durationMinutes: number | null;
  presence: {
    minutesInside: number;
    signals?: readonly { weight: 'high' | 'medium' | 'low' }[] | undefined;
  } | null;
  mediaSigns: readonly { weight: 'high' | 'medium' | 'low' }[];
  isMediaMeasured: boolean;
  /** Every check on the spot was answered in time. True if there was none. */
  areChecksPassed: boolean;
}

export function toStrength(facts: StrengthFacts): ProofStrength {
  const { isWearable, requiresLocationCheck, durationMinutes, presence } = facts;
  const weights = new Set([...(presence?.signals ?? []), ...facts.mediaSigns].map(({ weight }) => weight));
  if (weights.has('high')) return 'weak';
  // Posts have no minutes, and neither has work for which no position was asked or sent.
  if (!isWearable || (!requiresLocationCheck && presence === null)) return 'ordinary';
  const share = durationMinutes ? (presence?.minutesInside ?? 0) / durationMinutes : 0;
  if (share < WEAK_BELOW) return 'weak';
  const isClean = presence?.signals !== undefined && !weights.has('medium');
  const isProven = isClean && facts.isMediaMeasured && facts.areChecksPassed;
  return isProven && share >= STRONG_FROM ? 'strong' : 'ordinary';
}

export function checkSignsAnswer(proof: {
  status: ProofState;
  presence: { signals?: readonly unknown[] | undefined } | null;
  signs: readonly unknown[];
}): 'proof/decided' | 'proof/no-signs' | null {
  if (proof.status !== 'pending') return 'proof/decided';
  return proof.presence?.signals?.length || proof.signs.length > 0 ? null : 'proof/no-signs';
}

export function isForAdmins(
  proof: { status: ProofState; strength: ProofStrength; reviewDueAt: Date },
  now: Date,
): boolean {
  return proof.status === 'pending' && proof.strength === 'weak' && proof.reviewDueAt <= now;
}

export interface WorkFacts {
  startTime: Date | null;
  proofDueAt: Date | null;
  isOver: boolean;
  /** Whatever the outcome: no new proof is allowed then (decision 19.2). */
  isDisputed: boolean;
  rejected: number;
}

export function checkSubmittable(work: WorkFacts, now: Date): RefusalCode | null {
  if (work.startTime && now < work.startTime) return 'proof/too-early';
  if (work.isOver || (work.proofDueAt && now > work.proofDueAt)) return 'proof/too-late';
  if (work.isDisputed) return 'proof/disputed';
  return mayResend(work.rejected) ? null : 'proof/used-up';
}

export function mayResend(rejected: number): boolean {
  return rejected < MAX_PROOFS;
}

/** Returns the new state, 'same' if this was already decided, or null if the opposite was. */
export function checkDecision(
  present: ProofState,
  asked: 'approved' | 'rejected',
  actor: 'advertiser' | 'platform' | 'admin',
): ProofState | 'same' | null {
  if (present === asked) return 'same';
  return proofProcess.next(present, asked === 'approved' ? 'approve' : 'reject', actor);
}

export interface TipFacts {
  status: ProofState;
  decidedAt: Date | null;
  /** A dispute holds the pay. */
  isDisputed: boolean;
  isDeleted: boolean;
}

/** The time to tip does not count if `now` is null. */
export function checkTippable(
  { status, decidedAt, isDisputed, isDeleted }: TipFacts,
  now: Date | null,
): 'payment/tip-not-due' | 'payment/tip-too-late' | null {
  if (status !== 'approved' || decidedAt === null || isDisputed || isDeleted) return 'payment/tip-not-due';
  return now && now >= getTipDeadline(decidedAt) ? 'payment/tip-too-late' : null;
}

export const getTipDeadline = (approvedAt: Date) => addMilliseconds(approvedAt, TIP_PERIOD_MS);

export function hasChanged(
  proof: { status: ProofState; strength: ProofStrength },
  seen: ProofStrength | undefined,
): boolean {
  return proof.status === 'pending' && seen !== undefined && proof.strength !== seen;
}
