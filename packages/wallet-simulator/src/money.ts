export type Cents = number;

/** $1,000,000,000, far below the limit of a safe integer. */
export const MAX_CENTS: Cents = 100_000_000_000;

export function toDecimal(cents: Cents): string {
  return (cents / 100).toFixed(2);
}

export function formatDollars(cents: Cents): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}
