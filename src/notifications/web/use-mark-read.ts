import { t } from '#kernel/text.ts';
import { getErrorText } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { listNotifications, markNotificationsRead } from '../contract.ts';

export function useMarkRead() {
  const { mutate, isPending, variables } = useCallMutation(markNotificationsRead, {
    invalidates: [listNotifications],
    onError: (error) =>
      showToast({
        title: t('Error'),
        message: getErrorText(error, t('Something went wrong. Please try again.')),
        tone: 'error',
      }),
  });
  return {
    markRead: (id: string) => mutate({ body: { ids: [id] } }),
    markAllRead: () => mutate({ body: { all: true } }),
    isMarkingAll: isPending && 'all' in variables.body,
  };
}
