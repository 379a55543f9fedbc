import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';
import { CloseReason } from '../contract.ts';

const CampaignFact = z.object({ campaignId: Id, advertiserId: Id });

/** The full amount is in escrow and marketers can apply. */
export const campaignFunded = defineEvent('campaign.funded', CampaignFact);

/** The campaign accepts no new marketers. Hired marketers keep their places. */
export const campaignClosed = defineEvent(
  'campaign.closed',
  CampaignFact.extend({ closeReason: CloseReason }),
);

/** No place is held. What was left has been refunded, or is on its way. */
export const campaignCompleted = defineEvent(
  'campaign.completed',
  CampaignFact.extend({
    closeReason: CloseReason,
    /** The total refunded for this campaign, pay and fee together. */
    refundedCents: z.number().int().nonnegative(),
  }),
);
