import { t } from '#kernel/text.ts';
import { getTrialBalance } from '#payments/contract.ts';
import {
  listReconciliations,
  listStuckMoney,
  listWebhooks,
  retryPayout,
  retryRefund,
  runReconciliation,
  type StuckMoney,
  type WebhookSort,
} from '#payments/admin-contract.ts';
import type { writeOffDebt } from '#payments/debt-contract.ts';
import type { coverShortfall } from '#payments/shortfall-contract.ts';
import { usePages } from '#platform/web/paging.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showErrorToast, showToast } from '#platform/web/ui/states/toast.ts';

const PAGE_ROWS = 25;

export function useStuckMoney() {
  return usePages(listStuckMoney, { query: { limit: PAGE_ROWS } });
}

/** If `type` is null, loads webhooks of all types. */
export function useWebhooks(type: string | null, sort: WebhookSort) {
  const query = { limit: PAGE_ROWS, sort, ...(type === null ? {} : { type }) };
  return usePages(listWebhooks, { query }, { keepsLast: true });
}

export function useRetry(kind: StuckMoney['kind'], onDone: () => void) {
  const options = {
    invalidates: [listStuckMoney, getTrialBalance],
    onSuccess: ({ message }: { message: string }) => {
      showToast({ title: t('Retrying'), message, tone: 'success' });
      onDone();
    },
  };
  const payout = useCallMutation(retryPayout, options);
  const refund = useCallMutation(retryRefund, options);
  return kind === 'refund' ? refund : payout;
}

/** Says `title` afterwards. The calling dialog shows the error. */
export function useTakeLoss(
  endpoint: typeof coverShortfall | typeof writeOffDebt,
  title: string,
  onDone: () => void,
) {
  return useCallMutation(endpoint, {
    invalidates: [listStuckMoney, getTrialBalance],
    onSuccess: ({ message }) => {
      showToast({ title, message, tone: 'success' });
      onDone();
    },
  });
}

export function useRunReconciliation() {
  return useCallMutation(runReconciliation, {
    invalidates: [listReconciliations],
    onError: (error) =>
      showErrorToast(error, t('We couldn’t compare the books. Please try again.'), t('Comparison failed')),
  });
}
