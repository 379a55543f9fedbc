/** Whole US cents. */
export type Cents = number;

/** $1,000,000,000, far below the limit of a safe integer. */
export const MAX_CENTS: Cents = 100_000_000_000;

/** Formats 1230 as '12.30' and -5 as '-0.05'. */
export function toDecimal(cents: Cents): string {
  return (cents / 100).toFixed(2);
}

/** Formats '$1,234.50'. */
export function formatDollars(cents: Cents): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}
