import { createSlot } from '#platform/web/slot.tsx';
import type { Proof } from '../contract.ts';

/** Below a decided proof, for both sides: its dispute, or the button that opens one. */
export const ProofDispute = createSlot<{ proof: Proof }>('proof-dispute');
/** Above the proofs of one campaign or of all: invites to rate marketers who were paid. */
export const ProofRatings = createSlot<{ campaignId?: string }>('proof-ratings');
