import { getCurrentUser } from '#auth/contract.ts';
import { t } from '#kernel/text.ts';
import { getErrorText } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { listConsents, updateCompliance } from '../../contract.ts';

/** Gives or withdraws consents, reloads them, and shows a toast on failure. */
export function useUpdateCompliance(onDone: () => void) {
  return useCallMutation(updateCompliance, {
    invalidates: [getCurrentUser, listConsents],
    onSuccess: onDone,
    onError: (error) =>
      showToast({
        title: t('Error'),
        message: getErrorText(error, t('Failed to update compliance status.')),
        tone: 'error',
      }),
  });
}
