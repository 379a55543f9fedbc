import { Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { getWalletSetup } from '#payments/contract.ts';
import { type Leave, leaveByBrowser } from '#auth/web/leave.ts';
import { textOf } from '#platform/web/call.ts';
import { useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { usePublicConfig } from '#platform/web/use-public-config.ts';
import { formatMoney } from '#platform/web/ui/money.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import { createPaymentOrder } from '../funding-contract.ts';
import classes from './cost-card.module.css';

interface WalletButtonProps {
  campaignId: string;
  /** What is due, as a decimal string. */
  amount: string;
  /** Leaves the app for the wallet's page. */
  leave?: Leave;
}

/** Opens an order and goes to the wallet, which sends people back here. */
export function WalletButton({ campaignId, amount, leave = leaveByBrowser }: WalletButtonProps) {
  const setup = useEndpoint(getWalletSetup);
  const config = usePublicConfig();
  const order = useCallMutation(createPaymentOrder, {
    onSuccess: ({ approveUrl }) => leave(approveUrl),
    onError: () =>
      showToast({
        title: 'Payment Error',
        message: 'Failed to create payment order. Please try again.',
        tone: 'error',
      }),
  });
  // Coming back with the browser's button finds the page as it was left: with the button pressed.
  useReturnFromCache(order.reset);

  if (setup.isError) {
    return (
      <div className={classes.buttons} role="alert">
        <p className={classes.note}>{textOf(setup.error, 'PayPal could not be loaded.')}</p>
        <Button variant="default" onClick={() => void setup.refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  const isLeaving = order.isPending || order.isSuccess;
  const body = { amount, currency: 'USD', intent: 'CAPTURE', campaignId } as const;
  return (
    <div className={classes.buttons}>
      <Button disabled={!setup.data || isLeaving} onClick={() => order.mutate({ body })}>
        {!setup.data
          ? 'Loading PayPal...'
          : isLeaving
            ? 'Opening PayPal...'
            : `Pay ${formatMoney(amount)} with PayPal`}
      </Button>
      {order.isError ? (
        <p className={classes.failure} role="alert">
          {textOf(order.error, 'Failed to create payment order. Please try again.')}
        </p>
      ) : null}
      {config?.walletSimulator ? (
        <p className={classes.note}>This installation pays with a simulated wallet: no real money moves.</p>
      ) : null}
    </div>
  );
}

function useReturnFromCache(onReturn: () => void) {
  const returned = useEffectEvent(onReturn);
  useEffect(() => {
    const listener = (event: PageTransitionEvent) => {
      if (event.persisted) returned();
    };
    window.addEventListener('pageshow', listener);
    return () => window.removeEventListener('pageshow', listener);
  }, []);
}
