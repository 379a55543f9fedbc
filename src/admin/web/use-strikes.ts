import { useQueryClient } from '@tanstack/react-query';
import { decideStrike, listStrikes, type StrikeState } from '#applications/strike-contract.ts';
import { usePages } from '#platform/web/pages.ts';
import { keyOf, useCallMutation } from '#platform/web/query.ts';
import { showToast } from '#platform/web/ui/toast.ts';

/** Strikes of one state, page by page; of the appeals those that wait longest come first. */
export function useStrikes(status: StrikeState) {
  return usePages(listStrikes, { query: { status, limit: 20 } });
}

/** Upholds or lifts a strike. What was refused is shown by whoever asked. */
export function useStrikeDecision(onDone: () => void) {
  const client = useQueryClient();
  return useCallMutation(decideStrike, {
    invalidates: [listStrikes],
    onSuccess: ({ status, marketerName }) => {
      showToast({
        title: status === 'lifted' ? 'Strike Lifted' : 'Strike Upheld',
        message: `${marketerName} is told.`,
        tone: 'success',
      });
      onDone();
    },
    // Another administrator was faster: the list behind the dialog is old.
    onError: () => void client.invalidateQueries({ queryKey: keyOf(listStrikes) }),
  });
}
