import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';
import { CloseReason } from '../contract.ts';

const CampaignFact = z.object({ campaignId: Id, advertiserId: Id });

/** The whole sum lies in escrow: marketers can apply from now on. */
export const campaignFunded = defineEvent('campaign.funded', CampaignFact);

/** Nobody gets a place any more; who holds one keeps it. */
export const campaignClosed = defineEvent(
  'campaign.closed',
  CampaignFact.extend({ closeReason: CloseReason }),
);

/** No place is held any more. What was left has gone back, or is on its way. */
export const campaignCompleted = defineEvent(
  'campaign.completed',
  CampaignFact.extend({
    closeReason: CloseReason,
    /** All that ever went back of this campaign, pay and fee together. */
    refundedCents: z.number().int().nonnegative(),
  }),
);
