import { Alert, Button } from '@mantine/core';
import { assignLocation, type Leave } from '#auth/web/browser-navigation.ts';
import type { Id } from '#kernel/id.ts';
import { listShortfalls, payShortfall, type Shortfall } from '#payments/shortfall-contract.ts';
import { getErrorText } from '#platform/web/call.ts';
import { useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { formatMoney } from '#platform/web/ui/money.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { FailedPayment } from './payment-panels.tsx';
import { useWalletReturn } from './use-wallet-return.ts';

/**
 * Shows what the advertiser owes for approved work of this campaign after a dispute, and captures the payment
 * when they return from the wallet. Empty if nothing is owed.
 */
export function ShortfallPanel({ campaignId, leave = assignLocation }: { campaignId: Id; leave?: Leave }) {
  const shortfalls = useEndpoint(listShortfalls, {}, { refetchOnMount: 'always' });
  const { state, again, restart } = useWalletReturn(campaignId, 'shortfall');
  switch (state.step) {
    case 'processing':
      return <LoadingState text="Processing your payment..." />;
    case 'failed':
      return <FailedPayment failure={state.failure} onAgain={again} onRestart={restart} />;
    case 'paid':
      return (
        <Panel title="Payment received">
          <p>
            It goes to the approved work that has waited longest. Reload the page to see what is still owed.
          </p>
        </Panel>
      );
    case 'none': {
      if (shortfalls.error) {
        return <ErrorState error={shortfalls.error} onRetry={() => void shortfalls.refetch()} />;
      }
      const owed = shortfalls.data?.filter((one) => one.campaignId === campaignId && one.can.pay) ?? [];
      return owed.length === 0 ? null : <Owed shortfalls={owed} leave={leave} />;
    }
  }
}

function Owed({ shortfalls, leave }: { shortfalls: readonly Shortfall[]; leave: Leave }) {
  return (
    <Panel title="Approved work isn’t paid">
      <p>
        You disputed your payment at PayPal, and the escrow doesn’t cover this work. Pay it before you fund
        another campaign.
      </p>
      {shortfalls.map((shortfall) => (
        <PayButton shortfall={shortfall} leave={leave} key={shortfall.id} />
      ))}
    </Panel>
  );
}

function PayButton({ shortfall, leave }: { shortfall: Shortfall; leave: Leave }) {
  const { id, amount, openedAt } = shortfall;
  const order = useCallMutation(payShortfall, { onSuccess: ({ approveUrl }) => leave(approveUrl) });
  return (
    <>
      <Button
        mt="md"
        fullWidth
        loading={order.isPending || order.isSuccess}
        onClick={() => order.mutate({ params: { id } })}
      >
        Pay {formatMoney(amount)} owed since {formatDay(openedAt)}
      </Button>
      {order.error ? (
        <Alert color="red" role="alert" mt="sm">
          {getErrorText(order.error, 'We couldn’t open PayPal. Please try again.')}
        </Alert>
      ) : null}
    </>
  );
}
