import { useCallMutation } from '#platform/web/query.ts';
import { showErrorToast } from '#platform/web/ui/states/toast.ts';
import { listNotifications, markNotificationsRead } from '../contract.ts';

export function useMarkRead() {
  const { mutate, isPending, variables } = useCallMutation(markNotificationsRead, {
    invalidates: [listNotifications],
    onError: (error) => showErrorToast(error),
  });
  return {
    markRead: (id: string) => mutate({ body: { ids: [id] } }),
    markAllRead: () => mutate({ body: { all: true } }),
    isMarkingAll: isPending && 'all' in variables.body,
  };
}
