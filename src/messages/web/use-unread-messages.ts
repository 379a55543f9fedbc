import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { useIsPushed } from '#platform/web/pushed.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { countUnreadMessages } from '../contract.ts';

const POLL_MS = 10_000;

/** Returns 0 while it is unknown and for admins. Polls every 10 seconds unless the server pushes changes. */
export function useUnreadMessages(): number {
  const { user } = useCurrentUser();
  const enabled = user?.userType === 'marketer' || user?.userType === 'advertiser';
  const [isPushed] = useIsPushed();
  const refetchInterval = isPushed ? false : POLL_MS;
  const { data } = useEndpoint(countUnreadMessages, {}, { refetchInterval, enabled });
  return enabled ? (data?.unread ?? 0) : 0;
}
