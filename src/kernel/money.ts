import { z } from 'zod';

/**
 * Money is whole US cents in a JavaScript number. A safe integer holds 90 trillion dollars exactly,
 * so bigint would buy nothing but conversions; every function here refuses what is not a safe integer.
 */
export type Cents = number;

/** $1,000,000,000: above any sum that this product handles, far below the limit of a safe integer. */
export const MAX_CENTS: Cents = 100_000_000_000;

const decimalPattern = /^(0|[1-9]\d{0,12})(?:\.(\d{1,2}))?$/;

/** '12.3' → 1230. Throws a RangeError for signs, exponents, thousands separators or more than two decimals. */
export function fromDecimal(text: string): Cents {
  const match = decimalPattern.exec(text);
  if (!match) throw new RangeError(`not an amount of money: ${JSON.stringify(text)}`);
  const cents = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return checked(cents);
}

/** 1230 → '12.30', -5 → '-0.05'. */
export function toDecimal(cents: Cents): string {
  checked(cents);
  const absolute = Math.abs(cents);
  const sign = cents < 0 ? '-' : '';
  return `${sign}${Math.floor(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`;
}

/** A JSON number of dollars as the specification's forms send it, e.g. 25.1 → 2510; refuses fractions of a cent. */
export function fromDollars(dollars: number): Cents {
  if (!isWholeCents(dollars)) throw new RangeError(`not a whole number of cents: ${dollars}`);
  return checked(Math.round(dollars * 100));
}

/** Forgives what floating point adds (25.1 * 3), which grows with the sum, and nothing that anybody could mean. */
function isWholeCents(dollars: number): boolean {
  const cents = dollars * 100;
  return Math.abs(cents - Math.round(cents)) <= Math.max(1e-6, Math.abs(cents) * 4 * Number.EPSILON);
}

/** '$1,234.50' for screens, mail and receipts. */
export function formatDollars(cents: Cents): string {
  return (checked(cents) / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

/** The platform's fee on a sum, rounded half up to the cent (decisions.md 7.2). 15 % is 1500 basis points. */
export function feeOn(sum: Cents, basisPoints: number): Cents {
  return Number((BigInt(checked(sum)) * BigInt(basisPoints) + 5000n) / 10_000n);
}

/**
 * The share of a campaign's fee that is earned with its k-th paid place of n, k counted from 1.
 * Cumulative floors, so that the n shares add up to the fee exactly (money.md 2.3).
 */
export function feeShare(fee: Cents, place: number, places: number): Cents {
  return feeThrough(fee, place, places) - feeThrough(fee, place - 1, places);
}

/** The fee earned by the first k of n places together. */
export function feeThrough(fee: Cents, place: number, places: number): Cents {
  return Number((BigInt(checked(fee)) * BigInt(place)) / BigInt(places));
}

/** An amount as a decimal string, the form the specification uses in answers and at the wallet. */
export const DecimalString = z.string().regex(decimalPattern, 'Enter an amount such as 25.00');

/** A positive number of dollars with at most two decimals, the form the specification uses in the campaign form. */
export const Dollars = z
  .number()
  .nonnegative('Must not be negative')
  .max(MAX_CENTS / 100, 'This amount is too large')
  .refine(isWholeCents, 'At most two decimals');

function checked(cents: number): Cents {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`not a whole number of cents: ${cents}`);
  return cents;
}
