import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';
import { IsoTime } from '#kernel/time.ts';
import { RejectReason } from '#proofs/decision-contract.ts';

const ProofFact = z.object({ proofId: Id, campaignId: Id, marketerId: Id, advertiserId: Id });

export const proofSubmitted = defineEvent('proof.submitted', ProofFact);
export const proofAskedAgain = defineEvent(
  'proof.asked-again',
  ProofFact.extend({ reasons: z.array(RejectReason), note: z.string(), dueAt: IsoTime }),
);
export const proofSentAgain = defineEvent('proof.sent-again', ProofFact);
export const weakProofOverdue = defineEvent(
  'proof.overdue',
  ProofFact.pick({ proofId: true, campaignId: true }),
);
export const proofApproved = defineEvent('proof.approved', ProofFact);
export const proofRejected = defineEvent(
  'proof.rejected',
  ProofFact.extend({
    reviewNotes: z.string(),
    /** Missing in events of earlier releases. */
    reason: RejectReason.nullable().default(null),
    mayResend: z.boolean(),
  }),
);
