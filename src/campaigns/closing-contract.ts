import { z } from 'zod';
import { IdParams } from '#kernel/endpoint.ts';
import { Campaign } from './contract.ts';
import { endpoint } from './domain.ts';

export const CampaignClosing = z.object({
  /** Decimal strings: the pay, the fee and the total that would be refunded now. */
  refund: z.string(),
  fee: z.string(),
  total: z.string(),
  /** Taken by the platform for what the advertiser owes after a dispute. */
  keptForDebt: z.string(),
  /** Held by marketers who can still be paid. Their pay stays in escrow until that is decided. */
  heldPlaces: z.number().int(),
  paidPlaces: z.number().int(),
  /** All other places. Their cost is refunded. */
  openPlaces: z.number().int(),
  /**
   * Why the campaign does not end with its closing. Nothing is refunded during a dispute at the wallet ('chargeback'),
   * or, after it, while places are held or approved work is not paid ('claims'). Open places are refunded, but the
   * campaign does not complete, while its advertiser disputes an approval ('dispute'). Null if only held places count.
   */
  blockedBy: z.enum(['chargeback', 'claims', 'dispute']).nullable(),
});
export type CampaignClosing = z.infer<typeof CampaignClosing>;

export const getCampaignClosing = endpoint({
  name: 'getCampaignClosing',
  method: 'GET',
  path: '/api/campaigns/{id}/closing',
  summary:
    'The refund that closing a campaign of mine or my team would give now, or, if it is closed, the refund still to come',
  who: ['advertiser'],
  whose: { object: 'campaign', by: ['owner', 'manager', 'viewer'] },
  params: IdParams,
  response: CampaignClosing,
  refusals: ['campaign/not-found', 'campaign/not-active'],
});

export const closeCampaign = endpoint({
  name: 'closeCampaign',
  method: 'POST',
  path: '/api/campaigns/{id}/close',
  summary:
    'Close a campaign: it accepts no new marketers, and places that are not held are refunded. Idempotent',
  who: ['advertiser'],
  whose: { object: 'campaign', by: ['owner'] },
  params: IdParams,
  response: Campaign,
  refusals: ['campaign/not-found', 'campaign/not-active', 'team/not-allowed'],
  vital: true,
});
