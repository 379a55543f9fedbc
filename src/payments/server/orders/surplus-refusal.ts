import type { Refusal } from '#kernel/errors.ts';
import type { Cents } from '#kernel/money.ts';
import { t } from '#kernel/text.ts';
import { refuse } from '#payments/domain.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { listDisputes } from '../chargebacks/chargeback-store.ts';
import type { ChargebackRow, OrderRow } from '../tables.ts';

/** Returns the refusal for a payer whose money funds nothing. What PayPal gave back in a dispute is not refunded. */
export async function refuseSurplus(reader: Reader, { id, amountCents }: OrderRow): Promise<Refusal> {
  const disputes = (await listDisputes(reader, id)).filter(({ state }) => state !== 'won');
  if (disputes.some(({ state }) => state === 'open')) {
    return refuse('payment/used', {
      message: t(
        'We couldn’t use this payment. Once your PayPal dispute ends, we’ll refund what PayPal didn’t give back to you.',
      ),
    });
  }
  const lostCents = disputes.reduce((sum, each) => sum + sumLostCents(each), 0);
  return refuse('payment/used', {
    message:
      lostCents === 0
        ? t('We couldn’t use this payment and will refund it to your PayPal account.')
        : lostCents < amountCents
          ? t(
              'We couldn’t use this payment. PayPal gave a part of it back to you in your dispute, and we’ll refund the rest.',
            )
          : t('PayPal gave this payment back to you in your dispute, so it pays for nothing here.'),
  });
}

const sumLostCents = ({ lostPayCents, lostFeeCents, lostSuspenseCents, owedCents }: ChargebackRow): Cents =>
  lostPayCents + lostFeeCents + lostSuspenseCents + owedCents;
