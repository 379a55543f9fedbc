import { Alert, Button } from '@mantine/core';
import { assignLocation, type Leave } from '#auth/web/browser-navigation.ts';
import type { Id } from '#kernel/id.ts';
import { getErrorText } from '#platform/web/call.ts';
import { useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { formatMoney } from '#platform/web/ui/money.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { listShortfalls, payShortfall, type Shortfall } from '../shortfall-contract.ts';

/** What the advertiser owes for approved work of this campaign after a dispute. Empty if nothing is owed. */
export function ShortfallPanel({ campaignId, leave = assignLocation }: { campaignId: Id; leave?: Leave }) {
  const shortfalls = useEndpoint(listShortfalls, {}, { refetchOnMount: 'always' });
  const owed = shortfalls.data?.filter((one) => one.campaignId === campaignId && one.can.pay) ?? [];
  if (owed.length === 0) return null;
  return (
    <Panel title="Approved work isn’t paid">
      <p>
        Your payment is disputed at PayPal, and the escrow doesn’t cover this work. Pay it before you fund
        another campaign.
      </p>
      {owed.map((shortfall) => (
        <PayButton shortfall={shortfall} leave={leave} key={shortfall.id} />
      ))}
    </Panel>
  );
}

function PayButton({ shortfall, leave }: { shortfall: Shortfall; leave: Leave }) {
  const { id, amount } = shortfall;
  const order = useCallMutation(payShortfall, { onSuccess: ({ approveUrl }) => leave(approveUrl) });
  return (
    <>
      <Button
        mt="md"
        fullWidth
        loading={order.isPending || order.isSuccess}
        onClick={() => order.mutate({ params: { id } })}
      >
        Pay {formatMoney(amount)}
      </Button>
      {order.error ? (
        <Alert color="red" role="alert" mt="sm">
          {getErrorText(order.error, 'We couldn’t open PayPal. Please try again.')}
        </Alert>
      ) : null}
    </>
  );
}
