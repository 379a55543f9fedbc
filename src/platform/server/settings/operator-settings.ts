import { z } from 'zod';
import { isCountry } from '#kernel/countries/countries.ts';
import { toStandardFont } from '#kernel/standard-font.ts';
import { isEuCountry, matchesVatFormat, normalizeVatId } from '#kernel/countries/vat-id.ts';
import { setting, text } from './setting.ts';

const printed = (characters: number) =>
  text.max(characters).refine((value) => toStandardFont(value) !== null, 'must be in Latin letters');

export const operatorSettings = {
  CONTACT_EMAIL: setting(
    z.email().optional(),
    'address that the public pages give for questions; if not set, they name none',
  ),
  OPERATOR_NAME: setting(
    printed(200).optional(),
    'who issues the invoices for the platform fee; without it, production issues none',
  ),
  OPERATOR_ADDRESS: setting(printed(300).optional(), 'its address, in one line'),
  OPERATOR_COUNTRY: setting(
    z.string().refine(isCountry, 'must be two capital letters of a country (ISO 3166-1)').optional(),
    'its country, such as IE',
  ),
  OPERATOR_VAT_ID: setting(
    text.max(20).transform(normalizeVatId).optional(),
    'its VAT ID, required in the EU',
  ),
  OPERATOR_VAT_PERCENT: setting(
    z.coerce.number().min(0).max(30).multipleOf(0.01).optional(),
    'VAT rate on the fee for customers in the operator’s country, required in the EU',
  ),
};

type Values = {
  [Name in keyof typeof operatorSettings]: z.output<(typeof operatorSettings)[Name]['schema']>;
};

export interface Operator {
  name: string;
  address: string;
  country: string;
  /** Null if the operator has none, outside the EU. */
  vatId: string | null;
  /** For customers in the same country. 0 outside the EU. */
  vatBasisPoints: number;
}

/** No such company exists. */
const sample: Operator = {
  name: 'Sample Operator (local mode)',
  address: '1 Sample Street, Dublin',
  country: 'IE',
  vatId: 'IE0000000AA',
  vatBasisPoints: 2300,
};

/** Article 97 of Directive 2006/112/EC. */
const LOWEST_STANDARD_PERCENT = 15;

export function checkOperatorSettings(values: Readonly<Record<string, unknown>>): string[] {
  const parts = ['OPERATOR_NAME', 'OPERATOR_ADDRESS', 'OPERATOR_COUNTRY'];
  const given = parts.filter((name) => values[name] !== undefined);
  const { OPERATOR_COUNTRY: country, OPERATOR_VAT_ID: vatId, OPERATOR_VAT_PERCENT: percent } = values;
  const problems: string[] = [];
  if (given.length > 0 && given.length < parts.length)
    problems.push(`${parts.join(', ')} must be set together`);
  if (given.length === 0) {
    if (vatId !== undefined) problems.push('OPERATOR_VAT_ID needs OPERATOR_NAME');
    if (percent !== undefined) problems.push('OPERATOR_VAT_PERCENT needs OPERATOR_NAME');
  }
  if (typeof country !== 'string') return problems;
  if (!isEuCountry(country)) {
    if (typeof percent === 'number' && percent > 0)
      problems.push(
        'OPERATOR_VAT_PERCENT must be 0 or missing: an operator outside the EU charges no EU VAT',
      );
    return problems;
  }
  if (typeof vatId !== 'string' || !matchesVatFormat(country, vatId))
    problems.push('OPERATOR_VAT_ID must be a VAT ID of OPERATOR_COUNTRY');
  if (typeof percent !== 'number' || percent < LOWEST_STANDARD_PERCENT)
    problems.push(
      `OPERATOR_VAT_PERCENT must be the standard rate of OPERATOR_COUNTRY, at least ${LOWEST_STANDARD_PERCENT}`,
    );
  return problems;
}

export function toOperator(values: Values, isProduction: boolean): Operator | null {
  const { OPERATOR_NAME: name, OPERATOR_ADDRESS: address, OPERATOR_COUNTRY: country } = values;
  if (name === undefined || address === undefined || country === undefined)
    return isProduction ? null : sample;
  const vatBasisPoints = Math.round((values.OPERATOR_VAT_PERCENT ?? 0) * 100);
  return { name, address, country, vatId: values.OPERATOR_VAT_ID ?? null, vatBasisPoints };
}
