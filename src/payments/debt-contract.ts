import { Done, IdParams } from '#kernel/endpoint.ts';
import { endpoint } from './domain.ts';
import { ConfirmedAmount, OpenedWalletOrder } from './shortfall-contract.ts';

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
    'payment/debt-refunding',
    'payment/amount-differs',
    'payment/used',
    'payment/provider-refused',
    'payment/provider-unknown',
  ],
  vital: true,
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
  vital: true,
});
