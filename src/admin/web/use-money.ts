import { getTrialBalance } from '#payments/contract.ts';
import {
  listReconciliations,
  listStuckMoney,
  listWebhooks,
  retryPayout,
  retryRefund,
  runReconciliation,
  type StuckMoney,
} from '#payments/admin-contract.ts';
import { textOf } from '#platform/web/call.ts';
import { usePages } from '#platform/web/pages.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showToast } from '#platform/web/ui/toast.ts';

const PAGE_ROWS = 25;

/** Money that stands still, page by page, the oldest first. */
export function useStuckMoney() {
  return usePages(listStuckMoney, { query: { limit: PAGE_ROWS } });
}

/** What the wallet has told us, page by page, the newest first; of one type, or of all for null. */
export function useWebhooks(type: string | null) {
  return usePages(listWebhooks, { query: { limit: PAGE_ROWS, ...(type === null ? {} : { type }) } });
}

/** Sends a payout or a refund once more. What was refused is shown by whoever asked. */
export function useRetry(kind: StuckMoney['kind'], onDone: () => void) {
  const options = {
    invalidates: [listStuckMoney, getTrialBalance],
    onSuccess: ({ message }: { message: string }) => {
      showToast({ title: 'Sent again', message, tone: 'success' });
      onDone();
    },
  };
  const payout = useCallMutation(retryPayout, options);
  const refund = useCallMutation(retryRefund, options);
  return kind === 'refund' ? refund : payout;
}

export function useRunReconciliation() {
  return useCallMutation(runReconciliation, {
    invalidates: [listReconciliations],
    onError: (error) =>
      showToast({
        title: 'Not compared',
        message: textOf(error, 'The books could not be compared.'),
        tone: 'error',
      }),
  });
}
