import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { listTasks } from '#notifications/tasks-contract.ts';
import { useEndpoint } from '#platform/web/query.ts';

/** Returns 0 while it is unknown and for other users. */
export function useProofsToReview(): number {
  const enabled = useCurrentUser().user?.userType === 'advertiser';
  const { data } = useEndpoint(listTasks, undefined, { enabled });
  if (!enabled) return 0;
  return (data ?? []).reduce((sum, { kind, count }) => sum + (kind === 'review-proofs' ? count : 0), 0);
}
