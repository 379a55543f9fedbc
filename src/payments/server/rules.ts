import { addMilliseconds, HOUR, MINUTE } from '#kernel/time.ts';
import { type HoldReason, WALLET_EMAIL_HOLD_MS } from '../contract.ts';

/** What decides whether a marketer can be paid, and where to. */
export interface PayeeFacts {
  isKycApproved: boolean;
  walletEmail: string | null;
  walletEmailSetAt: Date | null;
  /** The present address is the first that was ever set: it counts at once. */
  isFirstWalletEmail: boolean;
  hasTaxId: boolean;
  /** An administrator keeps the account out: nothing leaves to it meanwhile. */
  isSuspended: boolean;
}

/** Taxes are counted in calendar years of this zone, by the moment of release (money.md 2.3). */
export const TAX_ZONE = 'America/New_York';

/** Why a payment waits; empty when it can be paid now. */
export function holdReasons(
  facts: PayeeFacts,
  circumstances: { now: Date; isTaxHeld: boolean },
): HoldReason[] {
  const reasons: HoldReason[] = [];
  if (facts.isSuspended) reasons.push('suspended');
  if (!facts.isKycApproved) reasons.push('kyc');
  if (facts.walletEmail === null) reasons.push('wallet-email');
  else if (isRecent(facts, circumstances.now)) reasons.push('wallet-email-recent');
  if (circumstances.isTaxHeld) reasons.push('tax-id');
  return reasons;
}

/** An address without a known moment counts as just set: better late than to a thief. */
function isRecent({ isFirstWalletEmail, walletEmailSetAt }: PayeeFacts, now: Date): boolean {
  if (isFirstWalletEmail) return false;
  return walletEmailSetAt === null || now.getTime() - walletEmailSetAt.getTime() < WALLET_EMAIL_HOLD_MS;
}

/**
 * When to ask the wallet again about what has been under way for so long: the older, the rarer, at first after `soonestMs` and
 * at most six hours apart.
 */
export function nextLook(now: Date, begunAt: Date, soonestMs = MINUTE): Date {
  const ageMs = now.getTime() - begunAt.getTime();
  return addMilliseconds(now, Math.min(6 * HOUR, Math.max(soonestMs, ageMs / 4)));
}

/**
 * At most so many of what there is, with each turn those that follow on the ones before, and after the last the first again: what stays
 * in a list keeps nothing behind it waiting for ever.
 */
export function takeTurn<Item>(items: readonly Item[], atMost: number, turn: number): Item[] {
  const start = (turn * atMost) % Math.max(1, items.length);
  return [...items.slice(start), ...items.slice(0, start)].slice(0, atMost);
}
