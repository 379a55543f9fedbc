import type { UseQueryResult } from '@tanstack/react-query';
import type { CallError } from '#platform/web/call.ts';
import { useAllPages } from '#platform/web/paging.ts';
import { listOwnCampaigns, type OwnCampaign } from '../contract.ts';

interface Options {
  enabled?: boolean;
  refetchOnMount?: 'always';
}

/**
 * Returns the advertiser's own and their teams' campaigns, newest first: screens count, sort, and search all of them.
 */
export function useOwnCampaigns(options: Options = {}): UseQueryResult<OwnCampaign[], CallError> {
  return useAllPages(listOwnCampaigns, undefined, options);
}
