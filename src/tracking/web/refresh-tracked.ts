import type { QueryClient } from '@tanstack/react-query';
import { listApplications } from '#applications/contract.ts';
import { getCampaign } from '#campaigns/contract.ts';
import { keyOf } from '#platform/web/query.ts';
import { getOwnSession } from '../contract.ts';

/** Reads anew what a session that has begun or ended changes on the screen. */
export async function refreshTracked(client: QueryClient): Promise<void> {
  await Promise.all(
    [getOwnSession, listApplications, getCampaign].map((read) =>
      client.invalidateQueries({ queryKey: keyOf(read) }),
    ),
  );
}
