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

export function isOpen(proof: Pick<ReviewedProof, 'status'>, request: Request | null, now: Date): boolean {
  return proof.status === 'pending' && request !== null && request.amendedAt === null && now < request.dueAt;
}

/** The review period begins when the proof was sent, or when better files came or their time was over. */
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

export function checkAsking(
  proof: ReviewedProof,
  request: Request | null,
  now: Date,
): 'proof/decided' | 'proof/asked-already' | 'proof/review-over' | null {
  if (proof.status !== 'pending') return 'proof/decided';
  if (request !== null) return 'proof/asked-already';
  return now < proof.reviewDueAt ? null : 'proof/review-over';
}

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
