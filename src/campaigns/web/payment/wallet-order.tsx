import { useEffect, useEffectEvent } from 'react';
import type { Leave } from '#auth/web/browser-navigation.ts';
import { msg, t } from '#kernel/text.ts';
import { getErrorText } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { createPaymentOrder } from '../../funding-contract.ts';
import { BusyButton } from '../page/busy-button.tsx';
import classes from '../form/cost/cost-card.module.css';

export function useWalletOrder(campaignId: string, amount: string) {
  const order = useCallMutation(createPaymentOrder, {
    onError: () => showToast({ title: t('Payment Error'), message: t(ORDER_FAILED), tone: 'error' }),
  });
  const body = { amount, currency: 'USD', intent: 'CAPTURE', campaignId } as const;
  return { ...order, open: () => order.mutateAsync({ body }) };
}

const ORDER_FAILED = msg('Failed to create payment order. Please try again.');

export function OrderFailure({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <p className={classes.failure} role="alert">
      {getErrorText(error, t(ORDER_FAILED))}
    </p>
  );
}

interface PageWayProps {
  campaignId: string;
  /** The amount due, as a decimal string. */
  amount: string;
  label: string;
  isSecondary?: boolean;
  leave: Leave;
}

export function WalletPageButton({ campaignId, amount, label, isSecondary = false, leave }: PageWayProps) {
  const order = useWalletOrder(campaignId, amount);
  useReturnFromCache(order.reset);
  const isLeaving = order.isPending || order.isSuccess;
  const go = async () => {
    const { approveUrl } = await order.open();
    leave(approveUrl);
  };
  return (
    <>
      <BusyButton
        isBusy={isLeaving}
        variant={isSecondary ? 'default' : 'filled'}
        // The error is shown below and in a toast.
        onClick={() => void go().catch(() => undefined)}
      >
        {isLeaving ? t('Opening PayPal...') : label}
      </BusyButton>
      <OrderFailure error={order.error} />
    </>
  );
}

/** A page from the back/forward cache would otherwise show the button as still busy. */
export function useReturnFromCache(onReturn: () => void) {
  const returned = useEffectEvent(onReturn);
  useEffect(() => {
    const listener = (event: PageTransitionEvent) => {
      if (event.persisted) returned();
    };
    window.addEventListener('pageshow', listener);
    return () => window.removeEventListener('pageshow', listener);
  }, []);
}
