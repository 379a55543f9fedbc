/**
 * Digits, optionally grouped by commas, and a decimal point. A field that corrects the text would turn 1e9 into 19. The
 * format is the same in every language: both locales are of the United States.
 */

const digits = /^-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d*)?$/;

/** Returns undefined for an empty field, and NaN, which the schemas reject, if the text is not a number. */
export function parseNumber(typed: string): number | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if (!digits.test(text)) return Number.NaN;
  // Larger integers are not exact, and no field allows them.
  return Math.min(Number(text.replaceAll(',', '')), Number.MAX_SAFE_INTEGER);
}

/** Accepts a leading '$' from copied text. */
export function parseDollars(typed: string): number | undefined {
  return parseNumber(typed.trim().replace(/^\$\s*(?=\S)/, ''));
}

export function formatNumberInput(value: number): string {
  return value.toLocaleString('en-US');
}

/** 1234.5 → '1,234.50', 40 → '40'. */
export function formatDollarInput(value: number): string {
  return value.toLocaleString('en-US', {
    minimumFractionDigits: Number.isInteger(value) ? 0 : 2,
    maximumFractionDigits: 2,
  });
}
