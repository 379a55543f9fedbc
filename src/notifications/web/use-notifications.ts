import { useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { listNotifications, markNotificationsRead } from '../contract.ts';

const POLL_MILLISECONDS = 10_000;

/** Polls the user's notifications every 10 seconds while the page is visible. */
export function useNotifications() {
  return useEndpoint(listNotifications, {}, { refetchInterval: POLL_MILLISECONDS });
}

export function useMarkRead() {
  return useCallMutation(markNotificationsRead, { invalidates: [listNotifications] });
}
