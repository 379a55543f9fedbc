import { useState } from 'react';
import { t } from '#kernel/text.ts';
import { issueInvoice } from '#payments/invoice-contract.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showErrorToast, showToast } from '#platform/web/ui/states/toast.ts';
import { listPaymentHistory } from '../../payment-history-contract.ts';

/** If the business has not entered its invoice details yet, asks for them first. */
export function useInvoices() {
  const [isAsking, setIsAsking] = useState(false);
  const [waiting, setWaiting] = useState<string | null>(null);
  const issue = useCallMutation(issueInvoice, {
    invalidates: [listPaymentHistory],
    onSuccess: ({ number }) =>
      showToast({
        title: t('Invoice ready'),
        message: t('You can download {number}.', { number }),
        tone: 'success',
      }),
    onError: (error, { body }) => {
      if (error.code === 'payment/billing-missing') {
        setWaiting(body.orderId);
        setIsAsking(true);
        return;
      }
      showErrorToast(error, t('Something went wrong. Please try again.'), t('Couldn’t create the invoice'));
    },
  });
  const run = (orderId: string) => {
    if (!issue.isPending) issue.mutate({ body: { orderId } });
  };
  return {
    issue: run,
    issuing: issue.isPending ? issue.variables.body.orderId : null,
    details: {
      opened: isAsking,
      open: () => setIsAsking(true),
      onClose: () => {
        setIsAsking(false);
        setWaiting(null);
      },
      onSaved: () => {
        setIsAsking(false);
        if (waiting === null) showToast({ title: t('Invoice details saved'), tone: 'success' });
        else run(waiting);
        setWaiting(null);
      },
    },
  };
}

export type Invoices = ReturnType<typeof useInvoices>;
