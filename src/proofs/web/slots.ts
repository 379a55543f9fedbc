import { createSlot } from '#platform/web/slot.tsx';

/** Above the proofs of one campaign or of all: invites to rate marketers who were paid. */
export const ProofRatings = createSlot<{ campaignId?: string }>('proof-ratings');
