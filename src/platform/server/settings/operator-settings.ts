import { z } from 'zod';
import { isEuCountry, matchesVatFormat, normalizeVatId } from '#kernel/vat-id.ts';
import { setting, text } from './setting.ts';

/** Who runs the platform, as the public pages and invoices say it. */
export const operatorSettings = {
  CONTACT_EMAIL: setting(
    z.email().optional(),
    'address that the public pages give for questions; if not set, they name none',
  ),
  OPERATOR_NAME: setting(
    text.max(200).optional(),
    'who issues the invoices for the platform fee; without it, production issues none',
  ),
  OPERATOR_ADDRESS: setting(text.max(300).optional(), 'its address, in one line'),
  OPERATOR_COUNTRY: setting(
    z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be two capital letters (ISO 3166-1)')
      .optional(),
    'its country, such as IE',
  ),
  OPERATOR_VAT_ID: setting(
    text.max(20).transform(normalizeVatId).optional(),
    'its VAT ID, required in the EU',
  ),
  OPERATOR_VAT_PERCENT: setting(
    z.coerce.number().min(0).max(30).multipleOf(0.01).default(23),
    'VAT rate on the fee for customers in the operator’s country',
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
  /** For customers in the same country. */
  vatBasisPoints: number;
}

/** For local mode. No such company exists. */
const sample: Omit<Operator, 'vatBasisPoints'> = {
  name: 'Sample Operator (local mode)',
  address: '1 Sample Street, Dublin',
  country: 'IE',
  vatId: 'IE0000000AA',
};

export function checkOperatorSettings(values: Readonly<Record<string, unknown>>): string[] {
  const parts = ['OPERATOR_NAME', 'OPERATOR_ADDRESS', 'OPERATOR_COUNTRY'];
  const given = parts.filter((name) => values[name] !== undefined);
  const [country, vatId] = [values['OPERATOR_COUNTRY'], values['OPERATOR_VAT_ID']];
  const problems: string[] = [];
  if (given.length > 0 && given.length < parts.length)
    problems.push(`${parts.join(', ')} must be set together`);
  if (vatId !== undefined && given.length === 0) problems.push('OPERATOR_VAT_ID needs OPERATOR_NAME');
  if (typeof country === 'string' && isEuCountry(country)) {
    if (typeof vatId !== 'string' || !matchesVatFormat(country, vatId))
      problems.push('OPERATOR_VAT_ID must be a VAT ID of OPERATOR_COUNTRY');
  }
  return problems;
}

/** Returns null in production without an operator. */
export function toOperator(values: Values, isProduction: boolean): Operator | null {
  const { OPERATOR_NAME: name, OPERATOR_ADDRESS: address, OPERATOR_COUNTRY: country } = values;
  const vatBasisPoints = Math.round(values.OPERATOR_VAT_PERCENT * 100);
  if (name === undefined || address === undefined || country === undefined)
    return isProduction ? null : { ...sample, vatBasisPoints };
  return { name, address, country, vatId: values.OPERATOR_VAT_ID ?? null, vatBasisPoints };
}
