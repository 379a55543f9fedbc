import { usePages } from '#platform/web/pages.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { listKyc } from '../contract.ts';

export function useKycQueue(status: 'pending' | 'approved' | 'rejected') {
  return usePages(listKyc, { query: { status, limit: 10 } });
}

/** Loads one user's identity check in any state. Returns an empty list if there is none. */
export function useKycOf(userId: string) {
  return useEndpoint(listKyc, { query: { userId } }, { refetchOnMount: 'always' });
}
