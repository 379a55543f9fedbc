import { IdParams } from '#kernel/endpoint.ts';
import { DecimalString } from '#kernel/money.ts';
import { OpenedWalletOrder } from '#payments/shortfall-contract.ts';
import { z } from 'zod';
import { DAY } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

/** From the approval on (decision 57). */
export const TIP_PERIOD_MS = 30 * DAY;

export const tipProof = endpoint({
  name: 'tipProof',
  method: 'POST',
  path: '/api/proofs/{id}/tip',
  summary:
    'Open a wallet order for a tip. After the capture the marketer is paid. One tip for each approved proof',
  who: ['advertiser'],
  whose: { object: 'proof', by: ['advertiser'] },
  params: IdParams,
  body: z.strictObject({ amount: DecimalString }),
  response: OpenedWalletOrder,
  limit: 'payment',
  refusals: [
    'proof/not-found',
    'team/not-allowed',
    'payment/tip-not-due',
    'payment/tip-too-late',
    'payment/tip-amount',
    'payment/shortfall-owed',
    'payment/used',
    'payment/provider-refused',
    'payment/provider-unknown',
  ],
  vital: true,
});
