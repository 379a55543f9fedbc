import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';

const DisputeFact = z.object({
  disputeId: Id,
  proofId: Id,
  campaignId: Id,
  marketerId: Id,
  advertiserId: Id,
});

export const disputeOpened = defineEvent('dispute.opened', DisputeFact);
export const disputeDecided = defineEvent(
  'dispute.decided',
  DisputeFact.extend({ status: z.enum(['upheld', 'rejected']), note: z.string() }),
);
