import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { IsoTime } from '#kernel/time.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';
import { DisputeSide } from '../process-contract.ts';

/** Events from before the advertiser could dispute have no side: the marketer opened them. */
const side = DisputeSide.default('marketer');
const DisputeFact = z.object({
  disputeId: Id,
  proofId: Id,
  campaignId: Id,
  marketerId: Id,
  advertiserId: Id,
  side,
});

export const disputeOpened = defineEvent(
  'dispute.opened',
  /** `isByAdmin` is missing in events from before migration 0277. */
  DisputeFact.extend({ isByAdmin: z.boolean().default(false) }),
);
export const disputeAnswered = defineEvent(
  'dispute.answered',
  DisputeFact.extend({ by: DisputeSide, awardCents: z.number().int().nullable(), dueAt: IsoTime }),
);
/** `by` is the side that asked for it, or null if a deadline has passed. */
export const disputeEscalated = defineEvent(
  'dispute.escalated',
  DisputeFact.extend({ by: DisputeSide.nullable() }),
);
export const disputeDueSoon = defineEvent(
  'dispute.due-soon',
  DisputeFact.extend({
    state: z.enum(['open', 'answered', 'proposed', 'escalated']),
    proposedBy: DisputeSide.nullable(),
    dueAt: IsoTime,
  }),
);
export const disputeDecided = defineEvent(
  'dispute.decided',
  DisputeFact.extend({
    status: z.enum(['agreed', 'upheld', 'split', 'rejected']),
    /** Null if both sides agreed. */
    note: z.string().nullable(),
    /** Missing in events from before a part could be awarded. */
    awardCents: z.number().int().optional(),
    payCents: z.number().int().optional(),
  }),
);
