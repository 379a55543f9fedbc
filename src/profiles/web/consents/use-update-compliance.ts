import { getCurrentUser } from '#auth/contract.ts';
import { t } from '#kernel/text.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showErrorToast } from '#platform/web/ui/states/toast.ts';
import { listConsents, updateCompliance } from '../../contract.ts';

export function useUpdateCompliance(onDone: () => void) {
  return useCallMutation(updateCompliance, {
    invalidates: [getCurrentUser, listConsents],
    onSuccess: onDone,
    onError: (error) => showErrorToast(error, t('Failed to update compliance status.')),
  });
}
