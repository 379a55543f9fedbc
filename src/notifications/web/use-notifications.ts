import { useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { listNotifications, markNotificationsRead } from '../contract.ts';

const POLL_MILLISECONDS = 10_000;

/** My notifications, asked for again every 10 seconds while the page is seen. */
export function useNotifications() {
  return useEndpoint(listNotifications, {}, { refetchInterval: POLL_MILLISECONDS });
}

export function useMarkRead() {
  return useCallMutation(markNotificationsRead, { invalidates: [listNotifications] });
}
