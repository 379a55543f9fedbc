import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';

const ProofFact = z.object({ proofId: Id, campaignId: Id, marketerId: Id, advertiserId: Id });

export const proofSubmitted = defineEvent('proof.submitted', ProofFact);
export const proofApproved = defineEvent('proof.approved', ProofFact);
export const proofRejected = defineEvent(
  'proof.rejected',
  ProofFact.extend({ reviewNotes: z.string(), mayResend: z.boolean() }),
);
