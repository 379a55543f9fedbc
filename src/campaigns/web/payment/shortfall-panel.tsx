import { Alert, Button } from '@mantine/core';
import { assignLocation, type Leave } from '#auth/web/browser-navigation.ts';
import type { Id } from '#kernel/id.ts';
import { t } from '#kernel/text.ts';
import { payDebt } from '#payments/debt-contract.ts';
import { paymentsDomain } from '#payments/domain.ts';
import { listOwed, type Owed, payShortfall } from '#payments/shortfall-contract.ts';
import { getErrorText } from '#platform/web/call.ts';
import { useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { formatMoney } from '#platform/web/ui/money.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { formatDayYearTime } from '#platform/web/ui/format-time.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { FailedPayment } from './payment-panels.tsx';
import classes from './shortfall-panel.module.css';
import { useWalletReturn } from './use-wallet-return.ts';

/** Owed for approved work of this campaign after a dispute. */
export function ShortfallPanel({ campaignId, leave = assignLocation }: { campaignId: Id; leave?: Leave }) {
  const all = useEndpoint(listOwed, undefined, { refetchOnMount: 'always' });
  const { state, again, restart } = useWalletReturn(campaignId, 'shortfall');
  if (state.step === 'processing') return <LoadingState text={t('Processing your payment...')} />;
  if (state.step === 'failed')
    return <FailedPayment failure={state.failure} onAgain={again} onRestart={restart} />;
  if (all.error) return <ErrorState error={all.error} onRetry={() => void all.refetch()} />;
  const owed = all.data?.filter((one) => one.campaignId === campaignId) ?? [];
  return (
    <>
      {state.step === 'paid' ? (
        <Panel title={t('Payment received')}>
          <p>{t('It goes to the approved work that has waited longest.')}</p>
        </Panel>
      ) : null}
      {owed.length === 0 ? null : (
        <Panel title={t('You owe pay for approved work')}>
          <p>
            {t(
              'You disputed your payment at PayPal, but marketers have done this work. Pay what you owe before you fund another campaign.',
            )}
          </p>
          <ul className={classes.owed}>
            {owed.map((one) => (
              <OwedLine owed={one} leave={leave} key={one.id} />
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

function OwedLine({ owed, leave }: { owed: Owed; leave: Leave }) {
  const { kind, id, marketerName, amount, since, can } = owed;
  const endpoint = kind === 'debt' ? payDebt : payShortfall;
  const order = useCallMutation(endpoint, { onSuccess: ({ approveUrl }) => leave(approveUrl) });
  return (
    <li>
      <p>
        {marketerName === null
          ? t('Work that we had paid before the dispute')
          : t('{name}: approved work that is not paid yet, and our fee', { name: marketerName })}{' '}
        <span className={classes.since}>{t('since {time}', { time: formatDayYearTime(since) })}</span>
      </p>
      {can.pay ? (
        <Button loading={order.isPending || order.isSuccess} onClick={() => order.mutate({ params: { id } })}>
          {t('Pay {amount}', { amount: formatMoney(amount) })}
        </Button>
      ) : (
        <p>
          {formatMoney(amount)}. {t(paymentsDomain.refusals['payment/debt-refunding'][1])}
        </p>
      )}
      {order.error ? (
        <Alert className={classes.refusal} color="red" role="alert">
          {getErrorText(order.error, t('We couldn’t open PayPal. Please try again.'))}
        </Alert>
      ) : null}
    </li>
  );
}
