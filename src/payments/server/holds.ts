import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { HoldReason } from '../contract.ts';
import { releasedInYear } from './payment-store.ts';
import { holdReasons, type PayeeFacts } from './rules.ts';
import { payeeFacts } from './slots.ts';

/** What decides about all payments of one marketer, read once. */
export interface Payee {
  facts: PayeeFacts;
  /** Why this payment waits; empty when it can be paid now. */
  waitsFor(paymentId: Id): HoldReason[];
}

export async function readPayee(reader: Reader, deps: Deps, marketerId: Id): Promise<Payee> {
  const facts = await deps.slots.get(payeeFacts)(reader, marketerId);
  // Counted only where it matters.
  const released = facts.hasTaxId ? new Map<Id, Cents>() : await releasedInYear(reader, marketerId);
  const now = deps.clock.now();
  const { taxThresholdCents } = deps.config;
  return {
    facts,
    waitsFor: (paymentId) => {
      const releasedThisYearCents = released.get(paymentId) ?? 0;
      return holdReasons(facts, { now, releasedThisYearCents, taxThresholdCents });
    },
  };
}
