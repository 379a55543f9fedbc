import type { Cents } from '../money.ts';

import { moneyV2 } from '../orders/order-view.ts';
import type { MoveReason, MoveRecord } from './records.ts';
import type { Simulator } from '../simulator.ts';

export type ReportedTransaction = { id: string; code: string; at: number; view: object };

/** Oldest first, without pending objects. New transactions are only appended, so earlier pages do not change. */
export function reportedTransactions(simulator: Simulator): ReportedTransaction[] {
  const moves = [...simulator.books.moves.values()];
  const feeOf = new Map(
    moves.filter((one) => one.reason === 'fee').map((one) => [one.objectId, one.amountCents]),
  );
  const returned = new Set(
    moves.filter((one) => one.reason === 'payout-returned').map((one) => one.objectId),
  );
  return moves
    .filter(isReported)
    .map((one) => {
      const about = describe[one.reason](simulator, one);
      const isUndone = about.isUndone || (one.reason === 'payout' && returned.has(one.objectId));
      const fee = one.reason === 'capture' ? feeOf.get(one.objectId) : undefined;
      return transaction(one, { ...about, isUndone }, fee);
    })
    .toSorted((one, other) => one.at - other.at);
}

/** A fee is reported on the line of its payment. */
type ReportedMove = MoveRecord & { reason: Exclude<MoveReason, 'fee'> };

const isReported = (one: MoveRecord): one is ReportedMove => one.reason !== 'fee';

type About = {
  code: string;
  id?: string;
  referenceId?: string;
  referenceType?: 'ODR' | 'TXN';
  invoiceId?: string;
  customId?: string;
  updatedAt?: string;
  isUndone?: boolean;
};

/** The wallet's event codes: T00 for payments, T11 for what reverses or holds them. */
const describe: Record<ReportedMove['reason'], (simulator: Simulator, one: MoveRecord) => About> = {
  capture: ({ books }, { objectId }) => {
    const capture = books.captures.get(objectId);
    return {
      code: 'T0006',
      id: objectId,
      referenceId: capture?.orderId,
      referenceType: 'ODR',
      invoiceId: capture?.invoiceId,
      customId: capture?.customId,
      updatedAt: capture?.updatedAt,
      isUndone: capture?.status === 'REFUNDED',
    };
  },
  refund: (simulator, { objectId }) => ({ ...refundAbout(simulator, objectId), code: 'T1107' }),
  reversal: (simulator, { objectId }) => ({ ...refundAbout(simulator, objectId), code: 'T1106' }),
  payout: ({ books }, { objectId }) => {
    const item = books.items.get(objectId);
    return { code: 'T0001', id: item?.transactionId, updatedAt: item?.processedAt };
  },
  'payout-returned': ({ books }, { objectId }) => {
    const item = books.items.get(objectId);
    const code = item?.status === 'REFUNDED' ? 'T1115' : 'T1114';
    return { code, referenceId: item?.transactionId, referenceType: 'TXN' };
  },
  'dispute-hold': (simulator, { objectId }) => ({ ...disputeAbout(simulator, objectId), code: 'T1110' }),
  'dispute-released': (simulator, { objectId }) => ({ ...disputeAbout(simulator, objectId), code: 'T1111' }),
};

function refundAbout({ books }: Simulator, refundId: string): Omit<About, 'code'> {
  const refund = books.refunds.get(refundId);
  return {
    id: refundId,
    referenceId: refund?.captureId,
    referenceType: 'TXN',
    invoiceId: refund?.invoiceId,
    customId: refund?.customId,
  };
}

function disputeAbout({ books }: Simulator, disputeId: string): Omit<About, 'code'> {
  const capture = books.captures.get(books.disputes.get(disputeId)?.captureId ?? '');
  return {
    referenceId: capture?.id,
    referenceType: 'TXN',
    invoiceId: capture?.invoiceId,
    customId: capture?.customId,
  };
}

function transaction(one: MoveRecord, about: About, feeCents: Cents | undefined): ReportedTransaction {
  const id = about.id ?? one.id;
  return {
    id,
    code: about.code,
    at: Date.parse(one.at),
    view: {
      transaction_info: {
        transaction_id: id,
        paypal_reference_id: about.referenceId,
        paypal_reference_id_type: about.referenceId && about.referenceType,
        transaction_event_code: about.code,
        transaction_initiation_date: inSeconds(one.at),
        transaction_updated_date: inSeconds(about.updatedAt ?? one.at),
        transaction_amount: moneyV2(one.amountCents),
        fee_amount: feeCents === undefined ? undefined : moneyV2(feeCents),
        transaction_status: about.isUndone ? 'V' : 'S',
        invoice_id: about.invoiceId,
        custom_field: about.customId,
      },
    },
  };
}

export function inSeconds(time: string): string {
  return time.replace(/\.\d+Z$/, 'Z');
}
