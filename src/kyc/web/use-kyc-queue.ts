import { usePages } from '#platform/web/pages.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { listKyc } from '../contract.ts';

/** Verifications of one state, page by page. */
export function useKycQueue(status: 'pending' | 'approved' | 'rejected') {
  return usePages(listKyc, { query: { status, limit: 10 } });
}

/** The verification of one person, whatever its state; an empty list where there is none. */
export function useKycOf(userId: string) {
  return useEndpoint(listKyc, { query: { userId } }, { refetchOnMount: 'always' });
}
