import { type Cents, toDecimal } from '#kernel/money.ts';
import { isTipReturned, MIN_TIP_CENTS, type TipState } from '#payments/tip-contract.ts';
import type { Proof } from '#proofs/contract.ts';
import { checkTippable, getTipDeadline } from '../rules.ts';
import type { ProofRow } from '../tables.ts';

interface TipOfProof {
  proof: Pick<ProofRow, 'status' | 'decidedAt'>;
  tip: { amountCents: Cents; state: TipState } | undefined;
  payCents: Cents;
  isDisputed: boolean;
  isDeleted: boolean;
}

export function toTipFields(
  { proof, tip, payCents, isDisputed, isDeleted }: TipOfProof,
  { isMarketer, mayPay, owes }: { isMarketer: boolean; mayPay: boolean; owes: boolean },
  now: Date,
): Pick<Proof, 'tip' | 'tippable'> {
  const isOpen = tip === undefined || isTipReturned(tip.state);
  const isDue = checkTippable({ ...proof, isDisputed, isDeleted }, now) === null;
  const shown = isMarketer && tip?.state !== 'paid' ? undefined : tip;
  return {
    tip: shown ? { amount: toDecimal(shown.amountCents), state: shown.state } : null,
    tippable:
      mayPay && isOpen && isDue && payCents >= MIN_TIP_CENTS && proof.decidedAt !== null
        ? { most: toDecimal(payCents), until: getTipDeadline(proof.decidedAt).toISOString(), owes }
        : null,
  };
}
