/**
 * The one rule by which every number of the campaign form is read: digits, grouped by commas or not, and a decimal point.
 * What was typed stays in its field as text, since a field that repairs it would turn 1e9 into 19.
 */

const digits = /^-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d*)?$/;

/** '1,200' → 1200; undefined for an empty field, NaN for what is no number: the contract's schemas refuse that with a text. */
export function numberOf(typed: string): number | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if (!digits.test(text)) return Number.NaN;
  // Beyond that nothing could be told apart, and no field takes so much.
  return Math.min(Number(text.replaceAll(',', '')), Number.MAX_SAFE_INTEGER);
}

/** Dollars: as any number, and '$40' as people copy it. */
export function dollarsOf(typed: string): number | undefined {
  return numberOf(typed.trim().replace(/^\$\s*(?=\S)/, ''));
}

/** 1200 → '1,200', as it could have been typed. */
export function typedNumber(value: number): string {
  return value.toLocaleString('en-US');
}

/** 1234.5 → '1,234.50', 40 → '40'. */
export function typedDollars(value: number): string {
  return value.toLocaleString('en-US', {
    minimumFractionDigits: Number.isInteger(value) ? 0 : 2,
    maximumFractionDigits: 2,
  });
}
