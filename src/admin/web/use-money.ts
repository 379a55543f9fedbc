import { useInfiniteQuery } from '@tanstack/react-query';
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
import { call, textOf } from '#platform/web/call.ts';
import { keyOf, useCallMutation } from '#platform/web/query.ts';
import { showToast } from '#platform/web/ui/toast.ts';

const PAGE_ROWS = 25;
const first = undefined as string | undefined;

interface Page {
  nextCursor: string | null;
}

const nextOf = ({ nextCursor }: Page) => nextCursor ?? undefined;

/** Money that stands still, page by page, the oldest first. */
export function useStuckMoney() {
  return useInfiniteQuery({
    queryKey: [...keyOf(listStuckMoney), 'pages'],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listStuckMoney, { query: { limit: PAGE_ROWS, cursor } }, { signal }),
    initialPageParam: first,
    getNextPageParam: nextOf,
    refetchOnMount: 'always',
  });
}

/** What the wallet has told us, page by page, the newest first; of one type, or of all for null. */
export function useWebhooks(type: string | null) {
  return useInfiniteQuery({
    queryKey: [...keyOf(listWebhooks), 'pages', type],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listWebhooks, { query: { limit: PAGE_ROWS, cursor, type: type ?? undefined } }, { signal }),
    initialPageParam: first,
    getNextPageParam: nextOf,
    refetchOnMount: 'always',
  });
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
