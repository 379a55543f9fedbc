import { z } from 'zod';
import { Done, IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';
import { ConfirmedAmount, OpenedWalletOrder } from './shortfall-contract.ts';

/** What an advertiser owes the platform after a lost dispute, for work that was paid before it (decision 37). */
export const Debt = z.object({
  id: Id,
  campaignId: Id,
  /** What is still owed, a decimal string. */
  amount: z.string(),
  since: IsoTime,
});
export type Debt = z.infer<typeof Debt>;

export const listDebts = endpoint({
  name: 'listDebts',
  method: 'GET',
  path: '/api/debts',
  summary: 'What I owe after lost disputes for work that was paid before them, oldest first',
  who: ['advertiser'],
  response: z.array(Debt),
});

export const payDebt = endpoint({
  name: 'payDebt',
  method: 'POST',
  path: '/api/debts/{id}/order',
  summary: 'Open a wallet order for a debt',
  who: ['advertiser'],
  whose: { object: 'debt', by: ['owner'] },
  params: IdParams,
  response: OpenedWalletOrder,
  limit: 'payment',
  refusals: [
    'payment/not-found',
    'payment/debt-settled',
    'payment/amount-differs',
    'payment/used',
    'payment/provider-refused',
    'payment/provider-unknown',
  ],
});

export const writeOffDebt = endpoint({
  name: 'writeOffDebt',
  method: 'POST',
  path: '/api/admin/debts/{id}/write-off',
  summary: 'Give up a debt. The platform bears the loss, and the advertiser owes nothing for it',
  who: ['admin'],
  whose: { object: 'debt', by: ['admin'] },
  params: IdParams,
  body: ConfirmedAmount,
  response: Done,
  refusals: ['payment/not-found', 'payment/debt-settled', 'payment/amount-differs'],
});
