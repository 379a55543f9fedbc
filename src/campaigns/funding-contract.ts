import { z } from 'zod';
import { IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { problem } from '#kernel/text.ts';
import { Campaign } from './contract.ts';
import { endpoint } from './domain.ts';

export const EscrowStatus = z.object({
  escrowStatus: z.enum(['pending', 'funded']),
  /** The original amounts as decimal strings; null before funding. */
  escrowAmount: z.string().nullable(),
  platformFee: z.string().nullable(),
  escrowLeft: z.string().nullable(),
  due: z.object({ pay: z.string(), fee: z.string(), total: z.string() }).nullable(),
});
export type EscrowStatus = z.infer<typeof EscrowStatus>;

export const getEscrowStatus = endpoint({
  name: 'getEscrowStatus',
  method: 'GET',
  path: '/api/campaign/{id}/escrow-status',
  summary: 'Funding of one campaign: the escrow, or the amount due',
  who: ['advertiser'],
  whose: { object: 'campaign', by: ['owner', 'manager', 'viewer'] },
  params: IdParams,
  response: EscrowStatus,
  refusals: ['campaign/not-found'],
});

export const createPaymentOrder = endpoint({
  name: 'createPaymentOrder',
  method: 'POST',
  path: '/paypal/order',
  summary: 'Open a wallet order for a draft of mine. The server computes the amount itself',
  who: ['advertiser'],
  whose: { object: 'campaign', by: ['owner'], at: 'body.campaignId' },
  body: z.strictObject({
    amount: z.string().regex(/^\d{1,10}(\.\d{1,2})?$/, problem('Enter an amount such as 345.00')),
    currency: z.literal('USD', problem('Only USD is supported')),
    intent: z.literal('CAPTURE', problem('Only CAPTURE is supported')),
    campaignId: Id.optional(),
  }),
  response: z.object({ id: z.string(), status: z.string(), approveUrl: z.string() }),
  limit: 'payment',
  refusals: [
    'campaign/not-found',
    'team/not-allowed',
    'campaign/already-funded',
    'campaign/incomplete',
    'campaign/start-passed',
    'payment/shortfall-owed',
    'payment/amount-differs',
    'payment/used',
    'payment/provider-refused',
    'payment/provider-unknown',
  ],
  vital: true,
});

const OrderParams = z.object({ orderId: z.string().regex(/^[A-Za-z0-9-]{1,64}$/) });

export const capturePaymentOrder = endpoint({
  name: 'capturePaymentOrder',
  method: 'POST',
  path: '/paypal/order/{orderId}/capture',
  summary: 'Capture the approved payment. Repeating it returns the same capture',
  who: ['advertiser'],
  whose: { object: 'order', by: ['owner'] },
  params: OrderParams,
  /** `id` is the capture's id (decision 22.1). */
  response: z.object({ id: z.string(), orderId: z.string(), status: z.string() }),
  limit: 'payment',
  refusals: [
    'payment/order-not-found',
    'campaign/already-funded',
    'campaign/incomplete',
    'campaign/start-passed',
    'payment/shortfall-owed',
    'payment/shortfall-settled',
    'payment/debt-settled',
    'payment/debt-refunding',
    'payment/tip-not-due',
    'payment/tip-too-late',
    'payment/tip-amount',
    'payment/amount-differs',
    'payment/used',
    'payment/not-approved',
    'payment/declined',
    'payment/pending',
    'payment/replaced',
    'payment/provider-refused',
    'payment/provider-unknown',
  ],
  vital: true,
});

export const fundCampaign = endpoint({
  name: 'fundCampaign',
  method: 'POST',
  path: '/api/campaign/{id}/fund',
  summary: 'Fund this campaign’s escrow with a captured payment and activate it. Idempotent',
  who: ['advertiser'],
  whose: { object: 'campaign', by: ['owner'] },
  params: IdParams,
  body: z.strictObject({
    paypalOrderId: z.string().min(1).max(64),
    paypalCaptureId: z.string().min(1).max(64),
  }),
  response: Campaign,
  limit: 'payment',
  refusals: [
    'campaign/not-found',
    'team/not-allowed',
    'campaign/already-funded',
    'payment/order-not-found',
    'payment/not-captured',
    'payment/disputed',
    'payment/pending',
    'payment/used',
    'payment/amount-differs',
    'payment/provider-unknown',
  ],
  vital: true,
});
