import { useQueryClient } from '@tanstack/react-query';
import { decideStrike, listStrikes, type StrikeState } from '#applications/strike-contract.ts';
import { t } from '#kernel/text.ts';
import { usePages } from '#platform/web/paging.ts';
import { getQueryKey, useCallMutation } from '#platform/web/query.ts';
import { showToast } from '#platform/web/ui/states/toast.ts';

export function useStrikes(status: StrikeState) {
  return usePages(listStrikes, { query: { status, limit: 20 } });
}

export function useStrikeDecision(onDone: () => void) {
  const client = useQueryClient();
  return useCallMutation(decideStrike, {
    invalidates: [listStrikes],
    onSuccess: ({ status, marketerName }) => {
      showToast({
        title: status === 'lifted' ? t('Strike lifted') : t('Strike upheld'),
        message: t('{marketerName} has been notified.', { marketerName }),
        tone: 'success',
      });
      onDone();
    },
    // Another admin may have decided first, so the list is outdated.
    onError: () => void client.invalidateQueries({ queryKey: getQueryKey(listStrikes) }),
  });
}
