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
  /** The side that opened the dispute. */
  side,
});

export const disputeOpened = defineEvent(
  'dispute.opened',
  /** An admin opened it for the advertiser. Events from before migration 0277 lack it. */
  DisputeFact.extend({ isByAdmin: z.boolean().default(false) }),
);
/** One side has answered or proposed something, and the other side can agree until then. */
export const disputeAnswered = defineEvent(
  'dispute.answered',
  DisputeFact.extend({ by: DisputeSide, awardCents: z.number().int().nullable(), dueAt: IsoTime }),
);
/** An admin decides now. `by` is the side that asked for it, or null if a deadline has passed. */
export const disputeEscalated = defineEvent(
  'dispute.escalated',
  DisputeFact.extend({ by: DisputeSide.nullable() }),
);
/** The current step ends within a day. */
export const disputeDueSoon = defineEvent(
  'dispute.due-soon',
  DisputeFact.extend({
    state: z.enum(['open', 'answered', 'proposed', 'escalated']),
    /** The side that made the open proposal, or null. */
    proposedBy: DisputeSide.nullable(),
    dueAt: IsoTime,
  }),
);
export const disputeDecided = defineEvent(
  'dispute.decided',
  DisputeFact.extend({
    status: z.enum(['agreed', 'upheld', 'split', 'rejected']),
    /** The admin's reason. Null if both sides agreed. */
    note: z.string().nullable(),
    /** What the marketer gets of the pay. Missing in events from before a part could be awarded. */
    awardCents: z.number().int().optional(),
    payCents: z.number().int().optional(),
  }),
);
