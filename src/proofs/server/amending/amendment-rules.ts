import { addMilliseconds } from '#kernel/time.ts';
import { type ProofState, REVIEW_PERIOD_MS } from '#proofs/contract.ts';
import type { ProofStrength } from '#proofs/decision-contract.ts';

interface Request {
  dueAt: Date;
  amendedAt: Date | null;
}

interface ReviewedProof {
  status: ProofState;
  submittedAt: Date;
  reviewDueAt: Date;
}

/** Returns true while the marketer may send again. */
export function isOpen(proof: Pick<ReviewedProof, 'status'>, request: Request | null, now: Date): boolean {
  return proof.status === 'pending' && request !== null && request.amendedAt === null && now < request.dueAt;
}

/**
 * Returns when the review ends. Its period begins when the proof was sent. If the advertiser asked for better files, it
 * begins when those came, or when their time was over.
 */
export function getReviewDueAt(
  { submittedAt }: Pick<ReviewedProof, 'submittedAt'>,
  strength: ProofStrength,
  request: Request | null,
): Date {
  const begin = request?.amendedAt ?? request?.dueAt ?? submittedAt;
  return addMilliseconds(begin, REVIEW_PERIOD_MS[strength]);
}

/** Returns true if files were sent again since the reviewer looked at a pending proof. */
export function hasOtherFiles(
  proof: Pick<ReviewedProof, 'status'>,
  request: Request | null,
  seenAmendedAt: string | null | undefined,
): boolean {
  if (proof.status !== 'pending' || seenAmendedAt === undefined) return false;
  return seenAmendedAt !== (request?.amendedAt?.toISOString() ?? null);
}

/** Returns why the advertiser cannot ask for better files, or null. */
export function checkAsking(
  proof: ReviewedProof,
  request: Request | null,
  now: Date,
): 'proof/decided' | 'proof/asked-already' | 'proof/review-over' | null {
  if (proof.status !== 'pending') return 'proof/decided';
  if (request !== null) return 'proof/asked-already';
  return now < proof.reviewDueAt ? null : 'proof/review-over';
}

/** Returns why the marketer cannot send again, or null. */
export function checkSendingAgain(
  proof: Pick<ReviewedProof, 'status'>,
  request: Request | null,
  now: Date,
): 'proof/decided' | 'proof/not-asked' | 'proof/sent-again' | 'proof/again-too-late' | null {
  if (proof.status !== 'pending') return 'proof/decided';
  if (request === null) return 'proof/not-asked';
  if (request.amendedAt !== null) return 'proof/sent-again';
  return now < request.dueAt ? null : 'proof/again-too-late';
}
