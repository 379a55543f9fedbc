import type { Proof } from '../contract.ts';

export const reviewViews = [
  { value: 'all', label: 'All' },
  { value: 'open', label: 'To decide' },
  { value: 'weak', label: 'Weak' },
  { value: 'strong', label: 'Strong' },
  { value: 'decided', label: 'Decided' },
] as const;
export type ReviewView = (typeof reviewViews)[number]['value'];

/** Returns true if the view shows the proof. Weak and strong show only proofs to decide. */
export function isInView(
  { status, strength }: Pick<Proof, 'status' | 'strength'>,
  view: ReviewView,
): boolean {
  if (view === 'all') return true;
  if (view === 'decided') return status !== 'pending';
  return status === 'pending' && (view === 'open' || strength === view);
}

/** Returns the strong proofs that this user may approve together. None of them waits for better files. */
export function listBulkApprovable(proofs: readonly Proof[]): Proof[] {
  return proofs.filter(
    ({ strength, can, amendment }) => strength === 'strong' && can.approve && !amendment?.isOpen,
  );
}

/** Returns what a decision names as seen: when the shown files were sent again, or null. */
export function getSeenVersion({ amendment }: Proof): string | null {
  return amendment?.amendedAt ?? null;
}
