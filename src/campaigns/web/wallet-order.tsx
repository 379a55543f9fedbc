import { useEffect, useEffectEvent } from 'react';
import type { Leave } from '#auth/web/leave.ts';
import { textOf } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import { createPaymentOrder } from '../funding-contract.ts';
import { BusyButton } from './busy-button.tsx';
import classes from './cost-card.module.css';

/** Opens the order that is to be paid; says so where that fails. */
export function useWalletOrder(campaignId: string, amount: string) {
  const order = useCallMutation(createPaymentOrder, {
    onError: () => showToast({ title: 'Payment Error', message: ORDER_FAILED, tone: 'error' }),
  });
  const body = { amount, currency: 'USD', intent: 'CAPTURE', campaignId } as const;
  return { ...order, open: () => order.mutateAsync({ body }) };
}

const ORDER_FAILED = 'Failed to create payment order. Please try again.';

/** Why the order could not be opened; nothing while there is no such reason. */
export function OrderFailure({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <p className={classes.failure} role="alert">
      {textOf(error, ORDER_FAILED)}
    </p>
  );
}

interface PageWayProps {
  campaignId: string;
  /** What is due, as a decimal string. */
  amount: string;
  label: string;
  isSecondary?: boolean;
  leave: Leave;
}

/** Leaves for the wallet's own page, which sends people back here: the way that needs no script and no window. */
export function PageWay({ campaignId, amount, label, isSecondary = false, leave }: PageWayProps) {
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
        // What went wrong stands below and in a toast.
        onClick={() => void go().catch(() => undefined)}
      >
        {isLeaving ? 'Opening PayPal...' : label}
      </BusyButton>
      <OrderFailure error={order.error} />
    </>
  );
}

/** Coming back with the browser's button finds the page as it was left: with the button pressed. */
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
