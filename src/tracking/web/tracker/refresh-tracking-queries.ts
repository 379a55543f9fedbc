import type { QueryClient } from '@tanstack/react-query';
import { listApplications } from '#applications/contract.ts';
import { getCampaign } from '#campaigns/contract.ts';
import { invalidateEndpoints } from '#platform/web/query.ts';
import { getOwnSession } from '../../contract.ts';

export async function refreshTrackingQueries(client: QueryClient): Promise<void> {
  await invalidateEndpoints(client, [getOwnSession, listApplications, getCampaign]);
}
