import { msg } from '#kernel/text.ts';
import type { Proof } from '../../contract.ts';

export const reviewViews = [
  { value: 'all', label: msg('All', { context: 'proofs' }) },
  { value: 'open', label: msg('To decide') },
  { value: 'weak', label: msg('Weak', { context: 'proofs' }) },
  { value: 'strong', label: msg('Strong', { context: 'proofs' }) },
  { value: 'decided', label: msg('Decided', { context: 'proofs' }) },
] as const;
export type ReviewView = (typeof reviewViews)[number]['value'];

/** Weak and strong show only proofs to decide. */
export function isInView(
  { status, strength }: Pick<Proof, 'status' | 'strength'>,
  view: ReviewView,
): boolean {
  if (view === 'all') return true;
  if (view === 'decided') return status !== 'pending';
  return status === 'pending' && (view === 'open' || strength === view);
}

export function listBulkApprovable(proofs: readonly Proof[]): Proof[] {
  return proofs.filter(
    ({ strength, can, amendment }) => strength === 'strong' && can.approve && !amendment?.isOpen,
  );
}

export function getSeenVersion({ amendment }: Proof): string | null {
  return amendment?.amendedAt ?? null;
}
