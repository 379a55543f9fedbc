import { usePages } from '#platform/web/paging.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { listKyc } from '../contract.ts';

export function useKycPages(status: 'pending' | 'approved' | 'rejected') {
  return usePages(listKyc, { query: { status, limit: 10 } });
}

/** Loads one user's identity check in any state. Returns an empty list if there is none. */
export function useKyc(userId: string) {
  return useEndpoint(listKyc, { query: { userId } }, { refetchOnMount: 'always' });
}
