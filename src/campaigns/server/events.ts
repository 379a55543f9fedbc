import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';
import { CloseReason } from '../contract.ts';

const CampaignFact = z.object({ campaignId: Id, advertiserId: Id });

export const campaignFunded = defineEvent('campaign.funded', CampaignFact);

/** Hired marketers keep their places. */
export const campaignClosed = defineEvent(
  'campaign.closed',
  CampaignFact.extend({ closeReason: CloseReason }),
);

/** The rest has been refunded, or is on its way. */
export const campaignCompleted = defineEvent(
  'campaign.completed',
  CampaignFact.extend({
    closeReason: CloseReason,
    /** Pay and fee together. */
    refundedCents: z.number().int().nonnegative(),
  }),
);
