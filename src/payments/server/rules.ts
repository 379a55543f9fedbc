import { type Cents, calculateCumulativeFee } from '#kernel/money.ts';
import { addMilliseconds, HOUR, MINUTE } from '#kernel/time.ts';
import { type HoldReason, WALLET_EMAIL_HOLD_MS } from '../contract.ts';

export interface PayeeFacts {
  isKycApproved: boolean;
  walletEmail: string | null;
  walletEmailSetAt: Date | null;
  isFirstWalletEmail: boolean;
  hasTaxId: boolean;
  /** True while an admin has suspended the account. Nothing is paid out. */
  isSuspended: boolean;
}

export function holdReasons(
  facts: PayeeFacts,
  circumstances: {
    now: Date;
    isTaxHeld: boolean;
    isDisputed?: boolean;
    isShort?: boolean;
    isGivenUp?: boolean;
  },
): HoldReason[] {
  const reasons: HoldReason[] = [];
  if (circumstances.isDisputed) reasons.push('dispute');
  if (circumstances.isShort) reasons.push(circumstances.isGivenUp ? 'given-up' : 'chargeback');
  if (facts.isSuspended) reasons.push('suspended');
  if (!facts.isKycApproved) reasons.push('kyc');
  if (facts.walletEmail === null) reasons.push('wallet-email');
  else if (isRecent(facts, circumstances.now)) reasons.push('wallet-email-recent');
  if (circumstances.isTaxHeld) reasons.push('tax-id');
  return reasons;
}

/** An address without a known time counts as just set: better a late payment than one to a thief. */
function isRecent({ isFirstWalletEmail, walletEmailSetAt }: PayeeFacts, now: Date): boolean {
  if (isFirstWalletEmail) return false;
  return walletEmailSetAt === null || now.getTime() - walletEmailSetAt.getTime() < WALLET_EMAIL_HOLD_MS;
}

/**
 * Returns the part of a place's fee share that belongs to the missing part of its pay. Rounded up, so that parts
 * paid one after another never add up to less than the share.
 */
export function missingFee(place: { feeCents: Cents; amountCents: Cents }, shortCents: Cents): Cents {
  const { feeCents, amountCents } = place;
  return feeCents - calculateCumulativeFee(feeCents, amountCents - shortCents, amountCents);
}

/** The longest pause between two polls of a payout, refund, or dispute. */
export const LONGEST_POLL_WAIT_MS = 6 * HOUR;

/**
 * Returns when to poll the wallet again: first after `soonestMs`, then less often with age, at most six hours
 * apart.
 */
export function nextPollAt(now: Date, begunAt: Date, soonestMs = MINUTE): Date {
  const ageMs = now.getTime() - begunAt.getTime();
  return addMilliseconds(now, Math.min(LONGEST_POLL_WAIT_MS, Math.max(soonestMs, ageMs / 4)));
}

export function takeTurn<Item>(items: readonly Item[], atMost: number, turn: number): Item[] {
  const start = (turn * atMost) % Math.max(1, items.length);
  return [...items.slice(start), ...items.slice(0, start)].slice(0, atMost);
}
