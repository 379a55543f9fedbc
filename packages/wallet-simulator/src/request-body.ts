import { z } from 'zod';

import { MAX_CENTS, type Cents } from './money.ts';

import { invalidRequest, invalidRequests, unprocessable } from './errors.ts';

/** A signature covers `raw`. An empty body is undefined. */
export type JsonBody = { json: unknown; raw: Buffer };

/** @throws the wallet's INVALID_REQUEST with a pointer to each invalid field. */
export function readBody<Schema extends z.ZodType>(schema: Schema, json: unknown): z.output<Schema> {
  const read = schema.safeParse(json, { reportInput: true });
  if (read.success) return read.data;
  throw invalidRequests(
    read.error.issues.map((issue) => ({
      issue: toErrorCode(issue),
      field: `/${issue.path.join('/')}`,
      location: 'body',
    })),
  );
}

export function readQuery<Schema extends z.ZodType>(schema: Schema, query: unknown): z.output<Schema> {
  const read = schema.safeParse(query, { reportInput: true });
  if (read.success) return read.data;
  throw invalidRequests(
    read.error.issues.map((issue) => ({
      issue: toErrorCode(issue),
      field: String(issue.path[0]),
      location: 'query',
    })),
  );
}

/** The wallet was observed to accept a JSON number too. */
export const AmountV2 = z.object({
  currency_code: z.string().length(3),
  value: z.union([z.string().max(32), z.number().transform(String)]),
});

const looksLikeNumber = /^(-?\d+|-?\d*\.\d+)$/;

/** @throws the wallet's 422 for another currency, more than two decimals, zero or less, or more than the maximum. */
export function parseCents(amount: z.output<typeof AmountV2>, field: string): Cents {
  if (!looksLikeNumber.test(amount.value)) {
    throw invalidRequest('INVALID_PARAMETER_SYNTAX', { field: `${field}/value`, location: 'body' });
  }
  if (amount.currency_code !== 'USD') {
    throw unprocessable('INVALID_CURRENCY_CODE', { field: `${field}/currency_code` });
  }
  const cents = parseWholeCents(amount.value);
  if (cents === undefined) throw unprocessable('DECIMAL_PRECISION', { field: `${field}/value` });
  if (cents <= 0) throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', { field: `${field}/value` });
  if (cents > MAX_CENTS) throw unprocessable('MAX_VALUE_EXCEEDED', { field: `${field}/value` });
  return cents;
}

export function parseWholeCents(value: string): Cents | undefined {
  const [whole = '', fraction = ''] = value.replace('-', '').split('.');
  if (fraction.length > 2) return undefined;
  const cents = Number(whole || '0') * 100 + Number(fraction.padEnd(2, '0'));
  return value.startsWith('-') ? -cents : cents;
}

function toErrorCode(issue: z.core.$ZodIssue): string {
  if (issue.input === undefined) return 'MISSING_REQUIRED_PARAMETER';
  if (issue.code === 'too_big' || issue.code === 'too_small') {
    if (issue.origin === 'array') {
      return issue.code === 'too_big' ? 'INVALID_ARRAY_MAX_ITEMS' : 'INVALID_ARRAY_MIN_ITEMS';
    }
    return 'INVALID_STRING_LENGTH';
  }
  return issue.code === 'invalid_value' ? 'INVALID_PARAMETER_VALUE' : 'INVALID_PARAMETER_SYNTAX';
}
