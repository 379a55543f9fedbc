import { createSlot } from '#platform/web/slot.tsx';
import type { Proof } from '../contract.ts';

/** Below a decided proof, for both sides: its dispute, or the button that opens one. */
export const ProofDispute = createSlot<{ proof: Proof }>('proof-dispute');
