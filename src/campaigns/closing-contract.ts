import { z } from 'zod';
import { endpoint, IdParams } from '#kernel/endpoint.ts';
import { Campaign } from './contract.ts';

/** Closing a campaign before its time, and what goes back to its advertiser (decisions.md 3.6, 7.7). */

export const CampaignClosing = z.object({
  /** Decimal strings: what would go back at once, of the pay, of the fee, and both together. */
  refund: z.string(),
  fee: z.string(),
  total: z.string(),
  /** Taken by people who can still be paid: their pay stays in escrow until that is decided. */
  heldPlaces: z.number().int(),
  paidPlaces: z.number().int(),
  /** All others: what they cost goes back. */
  openPlaces: z.number().int(),
  /** Why nothing goes back now, though the campaign can be closed; null where nothing stands against it. */
  blockedBy: z.literal('chargeback').nullable(),
});
export type CampaignClosing = z.infer<typeof CampaignClosing>;

export const getCampaignClosing = endpoint({
  name: 'getCampaignClosing',
  method: 'GET',
  path: '/api/campaigns/{id}/closing',
  summary:
    'What closing a campaign of mine or my team would give back now, or, once it is closed, what still goes back',
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
    'Close a campaign: nobody gets a place anymore, and the places that nobody holds are refunded; repeating it changes nothing',
  who: ['advertiser'],
  whose: { object: 'campaign', by: ['owner'] },
  params: IdParams,
  response: Campaign,
  refusals: ['campaign/not-found', 'campaign/not-active', 'team/not-allowed'],
});
