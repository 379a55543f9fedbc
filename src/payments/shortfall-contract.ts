import { z } from 'zod';
import { IdParams, Done } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

/** Approved work that a campaign's escrow does not cover after a dispute at the wallet (decision 37). */
export const Shortfall = z.object({
  id: Id,
  campaignId: Id,
  campaignTitle: z.string(),
  /** What the advertiser owes, a decimal string. 0.00 if nothing is owed. */
  amount: z.string(),
  state: z.enum(['open', 'paid', 'covered', 'recovered', 'given-up', 'renounced']),
  openedAt: IsoTime,
  can: z.object({ pay: z.boolean() }),
});
export type Shortfall = z.infer<typeof Shortfall>;

/** An order that the payer approves at `approveUrl`. */
export const OpenedWalletOrder = z.object({ id: z.string(), status: z.string(), approveUrl: z.string() });

/** An amount of money that an admin confirms, and why. */
export const ConfirmedAmount = z.strictObject({
  /** Repeats the amount that the admin saw. */
  amount: z.string().regex(/^\d{1,10}\.\d{2}$/, 'Enter the amount, such as 45.00'),
  /** Kept in the audit log. */
  reason: z.string().trim().min(3, 'Please say why').max(500),
});

export const listShortfalls = endpoint({
  name: 'listShortfalls',
  method: 'GET',
  path: '/api/shortfalls',
  summary: 'Approved work of my campaigns that I owe after disputing a payment, newest first, at most 200',
  who: ['advertiser'],
  response: z.array(Shortfall),
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
});
