import { z } from 'zod';
import { IdParams, Done } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { problem } from '#kernel/text.ts';
import { DAY, IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

/** The platform stops waiting for the advertiser's money after this time. It still takes it afterwards. */
export const GIVE_UP_AFTER_MS = 60 * DAY;

/**
 * The sum that an advertiser owes after a dispute at the wallet (decision 37). It is a shortfall, for approved work
 * that the escrow does not cover, or a debt to the platform, for work that was paid before.
 */
export const Owed = z.object({
  id: Id,
  kind: z.enum(['shortfall', 'debt']),
  campaignId: Id,
  campaignTitle: z.string(),
  /** Whose work was approved. Null for a debt, which may be for the work of several. */
  marketerName: z.string().nullable(),
  /** A decimal string. */
  amount: z.string(),
  since: IsoTime,
  can: z.object({
    /** False while a refund of the disputed payment may still repay it. */
    pay: z.boolean(),
  }),
});
export type Owed = z.infer<typeof Owed>;

export const OpenedWalletOrder = z.object({ id: z.string(), status: z.string(), approveUrl: z.string() });

export const ConfirmedAmount = z.strictObject({
  amount: z.string().regex(/^\d{1,10}\.\d{2}$/, problem('Enter the amount, such as 45.00')),
  reason: z.string().trim().min(3, problem('Please say why')).max(500),
});

export const listOwed = endpoint({
  name: 'listOwed',
  method: 'GET',
  path: '/api/owed',
  summary: 'What I still owe after disputing payments: shortfalls, then debts, each oldest first',
  who: ['advertiser'],
  response: z.array(Owed),
});

export const payShortfall = endpoint({
  name: 'payShortfall',
  method: 'POST',
  path: '/api/shortfalls/{id}/order',
  summary: 'Open a wallet order for what I owe. After the capture the marketer is paid',
  who: ['advertiser'],
  whose: { object: 'shortfall', by: ['owner'] },
  params: IdParams,
  response: OpenedWalletOrder,
  limit: 'payment',
  refusals: [
    'payment/not-found',
    'payment/shortfall-settled',
    'payment/amount-differs',
    'payment/used',
    'payment/provider-refused',
    'payment/provider-unknown',
  ],
  vital: true,
});

export const coverShortfall = endpoint({
  name: 'coverShortfall',
  method: 'POST',
  path: '/api/admin/shortfalls/{id}/cover',
  summary: 'Pay approved work with the platform’s money. The advertiser still owes it',
  who: ['admin'],
  whose: { object: 'shortfall', by: ['admin'] },
  params: IdParams,
  body: ConfirmedAmount,
  response: Done,
  refusals: ['payment/not-found', 'payment/shortfall-settled', 'payment/amount-differs'],
  vital: true,
});
