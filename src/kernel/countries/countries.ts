import { getLocale } from '../language.ts';

export interface Country {
  value: string;
  label: string;
}

/** By locale, because creating one takes longer than asking it. */
const namers = new Map<string, Intl.DisplayNames>();
const lists = new Map<string, readonly Country[]>();
const letters = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(65 + at));

/**
 * Codes with a name that are not postal countries: unions, test codes, and parts listed under their country.
 */
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

/** 'United States' for 'US', in the reader's language. Returns unknown codes unchanged. */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return getNames(getLocale()).of(code) ?? code;
}

/** Only countries and territories of today, so not 'XX' and 'ZZ'. */
export function isCountry(code: string): boolean {
  return (
    /^[A-Z]{2}$/.test(code) &&
    !notCountries.has(code) &&
    isCurrent(code) &&
    getNames('en').of(code) !== undefined
  );
}

/** All that the browser can name, sorted by name. */
export function listCountries(): readonly Country[] {
  const locale = getLocale();
  const known = lists.get(locale);
  if (known) return known;
  const list = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter(isCountry)
    .map((value) => ({ value, label: countryName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label, locale));
  lists.set(locale, list);
  return list;
}

function getNames(locale: string): Intl.DisplayNames {
  const names = namers.get(locale) ?? new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' });
  namers.set(locale, names);
  return names;
}

/** Returns false for replaced codes (DD, SU, UK): Intl maps them to their successor. */
function isCurrent(code: string): boolean {
  return new Intl.Locale(`und-${code}`).region === code;
}
