const frenchNumber = /^FR[A-HJ-NP-Z\d]{2}\d{9}$/;

/**
 * With their prefix. Source: European Commission, VIES, "What is the format of VAT identification numbers?" A
 * number of the right form may still not exist: only VIES knows.
 */
const formats: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    AT: /^ATU\d{8}$/,
    BE: /^BE[01]\d{9}$/,
    BG: /^BG\d{9,10}$/,
    CY: /^CY\d{8}[A-Z]$/,
    CZ: /^CZ\d{8,10}$/,
    DE: /^DE\d{9}$/,
    DK: /^DK\d{8}$/,
    EE: /^EE\d{9}$/,
    // The first and the last character are not both digits.
    ES: /^ES(?:[A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/,
    FI: /^FI\d{8}$/,
    FR: frenchNumber,
    // Greece, whose numbers do not begin with its country code.
    GR: /^EL\d{9}$/,
    HR: /^HR\d{11}$/,
    HU: /^HU\d{8}$/,
    IE: /^IE(?:\d[A-Z\d+*]\d{5}[A-Z]|\d{7}[A-Z]{2})$/,
    IT: /^IT\d{11}$/,
    LT: /^LT(?:\d{9}|\d{12})$/,
    LU: /^LU\d{8}$/,
    LV: /^LV\d{11}$/,
    MC: frenchNumber,
    MT: /^MT\d{8}$/,
    NL: /^NL[A-Z\d+*]{9}B\d{2}$/,
    PL: /^PL\d{10}$/,
    PT: /^PT\d{9}$/,
    RO: /^RO\d{2,10}$/,
    SE: /^SE\d{12}$/,
    SI: /^SI\d{8}$/,
    SK: /^SK\d{10}$/,
  }),
);

/** Monaco counts as France for VAT (Article 7 of Directive 2006/112/EC). */
export const toVatCountry = (country: string): string => (country === 'MC' ? 'FR' : country);

export const isEuCountry = (country: string): boolean => formats.has(country);

export const normalizeVatId = (typed: string): string => typed.toUpperCase().replaceAll(/[\s.-]/g, '');

export const matchesVatFormat = (country: string, vatId: string): boolean =>
  formats.get(country)?.test(vatId) ?? false;

/** Null outside the EU for VAT. */
export function getVatPrefix(country: string): string | null {
  if (!isEuCountry(country)) return null;
  return country === 'GR' ? 'EL' : toVatCountry(country);
}
