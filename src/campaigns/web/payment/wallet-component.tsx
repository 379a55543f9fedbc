import { Button } from '@mantine/core';
import {
  INSTANCE_LOADING_STATE,
  PayPalProvider,
  usePayPal,
  usePayPalOneTimePaymentSession,
} from '@paypal/react-paypal-js/sdk-v6';
import { type ReactNode, useRef, useState } from 'react';
import type { Leave } from '#auth/web/browser-navigation.ts';
import { t } from '#kernel/text.ts';
import { formatMoney } from '#platform/web/ui/money.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { BusyButton } from '../page/busy-button.tsx';
import classes from '../form/cost/cost-card.module.css';
import { OrderFailure, WalletPageButton, useReturnFromCache, useWalletOrder } from './wallet-order.tsx';

interface WalletComponentProps {
  clientToken: string;
  /** The URL that `window.paypal` was loaded from. */
  sdkUrl: string;
  isPaying: boolean;
  children: ReactNode;
}

/** A new token creates a new instance, so the token never changes during a payment. */
export function WalletComponent({ clientToken, sdkUrl, isPaying, children }: WalletComponentProps) {
  const [token, setToken] = useState(clientToken);
  if (!isPaying && token !== clientToken) setToken(clientToken);
  // The script is already loaded. The component would otherwise load the one of this environment.
  const environment = sdkUrl.startsWith('https://www.paypal.com/') ? 'production' : 'sandbox';
  return (
    <PayPalProvider clientToken={token} environment={environment} pageType="checkout">
      {children}
    </PayPalProvider>
  );
}

export interface CheckoutProps {
  campaignId: string;
  /** A decimal string. */
  amount: string;
  isPaying: boolean;
  onPaying: (isPaying: boolean) => void;
  /** Nothing is captured yet. */
  onApproved: (orderId: string) => void;
  onCancelled: () => void;
  leave: Leave;
}

export function Checkout(props: CheckoutProps) {
  const { campaignId, amount, isPaying, leave } = props;
  const { loadingStatus } = usePayPal();
  const { order, pay, isBroken, hasFailed } = useCheckout(props);
  const label = formatPayLabel(amount);
  if (loadingStatus === INSTANCE_LOADING_STATE.REJECTED || isBroken) {
    return <WalletPageButton campaignId={campaignId} amount={amount} label={label} leave={leave} />;
  }
  if (loadingStatus === INSTANCE_LOADING_STATE.PENDING) return <LoadingButton />;
  return (
    <>
      <BusyButton isBusy={isPaying} onClick={pay}>
        {isPaying ? t('Opening PayPal...') : label}
      </BusyButton>
      {isPaying ? (
        <output className={classes.note}>
          {t('Finish the payment in PayPal’s window. Closing it cancels the payment.')}
        </output>
      ) : null}
      <OrderFailure error={order.error} />
      {hasFailed && !isPaying ? (
        <WalletPageButton
          campaignId={campaignId}
          amount={amount}
          label={t('Pay on PayPal’s page instead')}
          isSecondary
          leave={leave}
        />
      ) : null}
    </>
  );
}

/** Shows each failure once, in our words, even if the script reports it several times. */
function useCheckout({ campaignId, amount, onPaying, onApproved, onCancelled }: CheckoutProps) {
  const order = useWalletOrder(campaignId, amount);
  const [hasFailed, setHasFailed] = useState(false);
  const isTold = useRef(false);
  const fail = () => {
    onPaying(false);
    if (isTold.current) return;
    isTold.current = true;
    setHasFailed(true);
    showToast({
      title: t('Payment Error'),
      message: t('There was an error processing your payment. Please try again.'),
      tone: 'error',
    });
  };
  const session = usePayPalOneTimePaymentSession({
    presentationMode: 'auto',
    createOrder: async () => {
      try {
        const { id } = await order.open();
        return { orderId: id };
      } catch (error) {
        // Already shown. The script reports it next as its own error.
        isTold.current = true;
        throw error;
      }
    },
    onApprove: async ({ orderId }) => {
      onPaying(false);
      onApproved(orderId);
    },
    onCancel: () => {
      onPaying(false);
      onCancelled();
    },
    onError: fail,
  });
  useReturnFromCache(() => onPaying(false));
  return {
    order,
    hasFailed,
    isBroken: session.error !== null,
    pay: () => {
      isTold.current = false;
      setHasFailed(false);
      onPaying(true);
      session.handleClick().catch(fail);
    },
  };
}

export function LoadingButton() {
  return <Button disabled>{t('Loading PayPal...')}</Button>;
}

export function formatPayLabel(amount: string): string {
  return t('Pay {amount} with PayPal', { amount: formatMoney(amount) });
}
