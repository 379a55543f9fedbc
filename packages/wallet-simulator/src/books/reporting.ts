import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import type { Cents } from '../money.ts';
import { DAY } from '../time.ts';

import { invalidRequest } from '../errors.ts';
import { moneyV2 } from '../orders/order-view.ts';
import { availableBalance } from '../payouts/payouts.ts';
import { inSeconds, reportedTransactions } from './reported-transactions.ts';
import { readQuery } from '../request-body.ts';
import { isoNow, type Simulator } from '../simulator.ts';

const longestRangeMs = 31 * DAY;

const path = '/v1/reporting/transactions';

export function registerReporting(app: FastifyInstance, simulator: Simulator): void {
  app.get('/v1/reporting/balances', (request) => {
    const { currency_code: currency } = readQuery(BalanceQuery, request.query);
    const now = inSeconds(isoNow(simulator));
    return {
      balances: currency === 'USD' || currency === 'ALL' ? [balanceView(simulator)] : [],
      account_id: simulator.account.merchantId,
      as_of_time: now,
      last_refresh_time: now,
    };
  });

  app.get<{ Querystring: Record<string, string> }>(path, (request) =>
    listTransactions(
      simulator,
      readQuery(TransactionQuery, request.query),
      new URLSearchParams(request.query),
    ),
  );
}

/** The wallet counts withheld money as the merchant's, but not as available. */
function balanceView(simulator: Simulator): object {
  const availableCents = availableBalance(simulator);
  const totalCents = simulator.books.balance() + disputedCents(simulator);
  return {
    currency: 'USD',
    primary: true,
    total_balance: moneyV2(totalCents),
    available_balance: moneyV2(availableCents),
    withheld_balance: moneyV2(totalCents - availableCents),
  };
}

function disputedCents(simulator: Simulator): Cents {
  let cents = 0;
  for (const dispute of simulator.books.disputes.values()) {
    if (dispute.status !== 'RESOLVED') cents += dispute.amountCents;
  }
  return cents;
}

function listTransactions(
  simulator: Simulator,
  query: z.output<typeof TransactionQuery>,
  asked: URLSearchParams,
): object {
  const { start_date: start, end_date: end, page, page_size: pageSize } = query;
  if (end < start || end - start > longestRangeMs) {
    throw invalidRequest('INVALID_PARAMETER_VALUE', {
      field: 'end_date',
      location: 'query',
      description: 'The dates must be in order and at most 31 days apart.',
    });
  }
  const found = reportedTransactions(simulator).filter(
    (one) =>
      one.at >= start &&
      one.at <= end &&
      (query.transaction_id === undefined || one.id === query.transaction_id) &&
      (query.transaction_type === undefined || one.code === query.transaction_type) &&
      (query.transaction_currency === undefined || query.transaction_currency === 'USD'),
  );
  const pages = Math.ceil(found.length / pageSize);
  const link = (rel: string, to: number) => {
    const there = new URLSearchParams(asked);
    there.set('page', String(to));
    return { href: `${simulator.publicUrl()}${path}?${there.toString()}`, rel, method: 'GET' };
  };
  return {
    transaction_details: found.slice((page - 1) * pageSize, page * pageSize).map((one) => one.view),
    account_number: simulator.account.merchantId,
    start_date: inSeconds(new Date(start).toISOString()),
    end_date: inSeconds(new Date(end).toISOString()),
    last_refreshed_datetime: inSeconds(isoNow(simulator)),
    page,
    total_items: found.length,
    total_pages: pages,
    links: [link('self', page), ...(page < pages ? [link('next', page + 1)] : [])],
  };
}

const Currency = z.string().regex(/^[A-Z]{3}$/);

const BalanceQuery = z.object({
  currency_code: Currency.default('ALL'),
  /** The wallet also reports earlier times. The simulator knows only the present. */
  as_of_time: z.undefined().optional(),
});

const Time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

const TransactionQuery = z.object({
  start_date: Time,
  end_date: Time,
  transaction_id: z.string().min(17).max(19).optional(),
  transaction_type: z
    .string()
    .regex(/^T\d{4}$/)
    .optional(),
  transaction_currency: Currency.optional(),
  page_size: z.coerce.number().int().min(1).max(500).default(100),
  page: z.coerce.number().int().min(1).default(1),
});
