import { z } from 'zod';
import { getLocale } from './language.ts';
import { problem } from './text.ts';

/**
 * Whole US cents. A safe integer stores 90 trillion dollars exactly, so bigint would only add conversions.
 * Every function here throws if a number is not a safe integer.
 */
export type Cents = number;

/** $1,000,000,000: above any amount that this product handles, far below the limit of a safe integer. */
export const MAX_CENTS: Cents = 100_000_000_000;

const decimalPattern = /^(0|[1-9]\d{0,12})(?:\.(\d{1,2}))?$/;

/** '12.3' → 1230. Throws a RangeError for signs, exponents, thousands separators or more than two decimals. */
export function fromDecimal(text: string): Cents {
  const match = decimalPattern.exec(text);
  if (!match) throw new RangeError(`not an amount of money: ${JSON.stringify(text)}`);
  const cents = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return requireSafeInteger(cents);
}

/** 1230 → '12.30', -5 → '-0.05'. */
export function toDecimal(cents: Cents): string {
  requireSafeInteger(cents);
  const absolute = Math.abs(cents);
  const sign = cents < 0 ? '-' : '';
  return `${sign}${Math.floor(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`;
}

/** 25.1 → 2510. Throws if the amount has fractions of a cent. */
export function fromDollars(dollars: number): Cents {
  if (!isWholeCents(dollars)) throw new RangeError(`not a whole number of cents: ${dollars}`);
  return requireSafeInteger(Math.round(dollars * 100));
}

/**
 * Returns true if the amount is whole cents, apart from floating-point error (25.1 * 3). That error grows
 * with the amount.
 */
export function isWholeCents(dollars: number): boolean {
  const cents = dollars * 100;
  return Math.abs(cents - Math.round(cents)) <= Math.max(1e-6, Math.abs(cents) * 4 * Number.EPSILON);
}

/** '$1,234.50', in the reader's language. */
export function formatDollars(cents: Cents): string {
  return (requireSafeInteger(cents) / 100).toLocaleString(getLocale(), {
    style: 'currency',
    currency: 'USD',
  });
}

/** Rounded half up to the cent (decision 20.2). 15 % is 1500 basis points. */
export function calculateFee(sum: Cents, basisPoints: number): Cents {
  return Number((BigInt(requireSafeInteger(sum)) * BigInt(basisPoints) + 5000n) / 10_000n);
}

/**
 * The fee earned when place k of n is paid, with k counted from 1. Differences of rounded-down totals, so
 * that the n shares add up to the fee exactly (decision 20.2).
 */
export function calculateFeeShare(fee: Cents, place: number, places: number): Cents {
  return calculateCumulativeFee(fee, place, places) - calculateCumulativeFee(fee, place - 1, places);
}

export function calculateCumulativeFee(fee: Cents, place: number, places: number): Cents {
  return Number((BigInt(requireSafeInteger(fee)) * BigInt(place)) / BigInt(places));
}

/** As in the specification's responses and in the wallet's API. */
export const DecimalString = z.string().regex(decimalPattern, problem('Enter an amount such as 25.00'));

function requireSafeInteger(cents: number): Cents {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`not a whole number of cents: ${cents}`);
  return cents;
}
