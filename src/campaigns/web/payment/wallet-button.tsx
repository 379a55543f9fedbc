import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '#kernel/text.ts';
import { getWalletSetup } from '#payments/contract.ts';
import { assignLocation } from '#auth/web/browser-navigation.ts';
import { getErrorText } from '#platform/web/call.ts';
import { useClock } from '#platform/web/clock.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { usePublicConfig } from '#platform/web/hooks/use-public-config.ts';
import classes from '../form/cost/cost-card.module.css';
import {
  Checkout,
  type CheckoutProps,
  LoadingButton,
  formatPayLabel,
  WalletComponent,
} from './wallet-component.tsx';
import { WalletPageButton } from './wallet-order.tsx';
import { useWalletScript } from './wallet-script.ts';

export type WalletButtonProps = Pick<CheckoutProps, 'campaignId' | 'amount' | 'onApproved' | 'onCancelled'> &
  Partial<Pick<CheckoutProps, 'leave'>>;

export function WalletButton({ leave = assignLocation, ...payment }: WalletButtonProps) {
  const { campaignId, amount } = payment;
  const [isPaying, setIsPaying] = useState(false);
  const setup = useWalletSetup(isPaying);
  const script = useWalletScript(setup.data?.sdkUrl);
  const config = usePublicConfig();
  if (setup.isError && !setup.data) {
    return (
      <div className={classes.buttons} role="alert">
        <p className={classes.note}>{getErrorText(setup.error, t('PayPal could not be loaded.'))}</p>
        <Button variant="default" onClick={() => void setup.refetch()}>
          {t('Try again')}
        </Button>
      </div>
    );
  }
  const { clientToken, sdkUrl } = setup.data ?? {};
  return (
    <div className={classes.buttons}>
      {!clientToken || script === 'loading' ? (
        <LoadingButton />
      ) : sdkUrl && script === 'ready' ? (
        <WalletComponent clientToken={clientToken} sdkUrl={sdkUrl} isPaying={isPaying}>
          <Checkout {...payment} isPaying={isPaying} onPaying={setIsPaying} leave={leave} />
        </WalletComponent>
      ) : (
        <WalletPageButton
          campaignId={campaignId}
          amount={amount}
          label={formatPayLabel(amount)}
          leave={leave}
        />
      )}
      {config?.walletSimulator ? (
        <p className={classes.note}>{t('Simulated wallet: no real money moves.')}</p>
      ) : null}
    </div>
  );
}

/** A token lives 15 minutes. The server renews its own 90 seconds before it expires. */
const TOKEN_LOOK_MS = 60_000;

function useWalletSetup(isPaying: boolean) {
  const clock = useClock();
  const setup = useEndpoint(getWalletSetup, undefined, { refetchOnMount: 'always' });
  const lookAgain = useEffectEvent(() => {
    if (!isPaying && setup.data) void setup.refetch();
  });
  useEffect(() => clock.every(TOKEN_LOOK_MS, () => lookAgain()), [clock]);
  return setup;
}
