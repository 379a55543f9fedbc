import { z } from 'zod';

import { IsoTime } from '#kernel/time.ts';

import { parseExchange, SignedMoneyV2 } from '../responses.ts';
import type { ApiClient } from '../api-client.ts';
import type {
  Balance,
  Outcome,
  TransactionPage,
  TransactionsRequest,
  WalletTransaction,
} from '../wallet-provider.ts';

const pageSize = 500;

export async function getBalance(api: ApiClient): Promise<Outcome<Balance>> {
  const path = '/v1/reporting/balances?currency_code=USD';
  return parseExchange(await api.call({ method: 'GET', path }), BalancesAnswer);
}

export async function listTransactions(
  api: ApiClient,
  { from, to, page, eventCode }: TransactionsRequest,
): Promise<Outcome<TransactionPage>> {
  const query = new URLSearchParams({
    start_date: from.toISOString(),
    end_date: to.toISOString(),
    // Skips other currencies, which we never book and which would make the page unreadable.
    transaction_currency: 'USD',
    fields: 'transaction_info',
    page_size: String(pageSize),
    page: String(page),
    ...(eventCode !== undefined && { transaction_type: eventCode }),
  });
  const exchange = await api.call({ method: 'GET', path: `/v1/reporting/transactions?${query}` });
  return parseExchange(exchange, TransactionsAnswer);
}

const BalanceAnswer = z
  .object({
    total_balance: SignedMoneyV2,
    available_balance: SignedMoneyV2.optional(),
    withheld_balance: SignedMoneyV2.optional(),
  })
  .transform((answer): Balance => {
    const { total_balance: totalCents, withheld_balance: withheldCents = 0 } = answer;
    return {
      totalCents,
      availableCents: answer.available_balance ?? totalCents - withheldCents,
      withheldCents,
    };
  });

const BalancesAnswer = z
  .object({ balances: z.tuple([BalanceAnswer]) })
  .transform(({ balances: [balance] }) => balance);

/** The wallet writes the zone as +00:00 and, against its own documentation, as +0000. */
const Moment = z
  .string()
  .transform((text) => text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
  .pipe(IsoTime)
  .transform((text) => new Date(text));

const statuses = {
  S: 'completed',
  F: 'completed',
  P: 'pending',
  D: 'denied',
  V: 'reversed',
} as const;

const TransactionInfo = z
  .object({
    transaction_id: z.string().min(1),
    paypal_reference_id: z.string().optional(),
    transaction_event_code: z.string().min(1),
    transaction_initiation_date: Moment,
    transaction_amount: SignedMoneyV2,
    fee_amount: SignedMoneyV2.optional(),
    transaction_status: z.enum(['S', 'F', 'P', 'D', 'V']),
    invoice_id: z.string().optional(),
    custom_field: z.string().optional(),
  })
  .transform((info): WalletTransaction => ({
    transactionId: info.transaction_id,
    referenceId: info.paypal_reference_id,
    eventCode: info.transaction_event_code,
    amountCents: info.transaction_amount,
    feeCents: info.fee_amount,
    status: statuses[info.transaction_status],
    invoiceId: info.invoice_id,
    customId: info.custom_field,
    at: info.transaction_initiation_date,
  }));

const TransactionsAnswer = z
  .object({
    transaction_details: z.array(z.object({ transaction_info: TransactionInfo })).default([]),
    total_pages: z.number().int().nonnegative(),
    last_refreshed_datetime: Moment.optional(),
  })
  .transform((answer): TransactionPage => ({
    transactions: answer.transaction_details.map((detail) => detail.transaction_info),
    pages: answer.total_pages,
    completeUntil: answer.last_refreshed_datetime,
  }));
