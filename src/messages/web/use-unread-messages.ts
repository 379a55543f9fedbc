import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { countUnreadMessages } from '../contract.ts';
import { useIsStreaming } from './is-streaming.ts';

const POLL_MS = 10_000;

/**
 * Returns the number of unread messages, or 0 while it is unknown and for admins. Polls every 10 seconds unless a page
 * receives the stream.
 */
export function useUnreadMessages(): number {
  const { user } = useCurrentUser();
  const enabled = user?.userType === 'marketer' || user?.userType === 'advertiser';
  const [isStreaming] = useIsStreaming();
  const refetchInterval = isStreaming ? false : POLL_MS;
  const { data } = useEndpoint(countUnreadMessages, {}, { refetchInterval, enabled });
  return enabled ? (data?.unread ?? 0) : 0;
}
