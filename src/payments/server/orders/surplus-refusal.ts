import type { Refusal } from '#kernel/errors.ts';
import { refuse } from '#payments/domain.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { listDisputes } from '../chargebacks/chargeback-store.ts';
import type { OrderRow } from '../tables.ts';

/** Returns the refusal for a payer whose money funds nothing. What PayPal gave back in a dispute is not refunded. */
export async function refuseSurplus(reader: Reader, { id, amountCents }: OrderRow): Promise<Refusal> {
  const disputes = (await listDisputes(reader, id)).filter(({ state }) => state !== 'won');
  const lost = disputes.filter(({ state }) => state === 'lost');
  const lostCents = lost.reduce((sum, each) => sum + each.amountCents, 0);
  return refuse('payment/used', {
    message:
      disputes.length === 0
        ? 'We couldn’t use this payment and will refund it to your PayPal account.'
        : lostCents >= amountCents
          ? 'PayPal gave this payment back to you in your dispute, so it pays for nothing here.'
          : 'We couldn’t use this payment. Once your PayPal dispute ends, we’ll refund what PayPal didn’t give back to you.',
  });
}
