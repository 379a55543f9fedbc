export interface Country {
  /** ISO 3166-1 alpha-2. */
  value: string;
  label: string;
}

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const letters = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(65 + at));

/** Codes that have a name but are no country anybody lives in by post: unions, tests, parts listed under their country. */
const notCountries = new Set([
  'AC',
  'CP',
  'CQ',
  'DG',
  'EA',
  'EU',
  'EZ',
  'IC',
  'QO',
  'TA',
  'UN',
  'XA',
  'XB',
  'ZZ',
]);

/** 'United States' for 'US'; what is no known code stays as it is. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code;
}

/** Every country and territory that the browser can name, by name. */
export function listCountries(): Country[] {
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !notCountries.has(code) && isCurrent(code) && names.of(code) !== undefined)
    .map((value) => ({ value, label: countryName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'));
}

/** A code that history has replaced (DD, SU, UK) is written with its successor's. */
function isCurrent(code: string): boolean {
  return new Intl.Locale(`und-${code}`).region === code;
}
