import { z } from 'zod';

import { fromDecimal } from '#kernel/money.ts';

import { refused, success, unknown } from './outcome.ts';
import type { Outcome, Refused, Success, Unknown } from './wallet-provider.ts';

/** Refusals keep the wallet's error body, because the refusal of a duplicate payout names the original batch. */
export type Exchange = Success<Answer> | (Refused & { error: WalletError }) | Unknown;

export type Answer = { json: unknown; debugId?: string };

type RawAnswer = {
  status: number;
  headers: { get(name: string): string | null };
  text: string;
  isFromGateway?: boolean | undefined;
};

/**
 * Maps an HTTP response to an outcome. The order matters: only a clear statement by the wallet itself is a
 * refusal.
 */
export function toExchange({ status, headers, text, isFromGateway }: RawAnswer): Exchange {
  const json = parseJson(text);
  const error = WalletError.safeParse(json).data;
  const debugId = headers.get('paypal-debug-id') ?? error?.debug_id;

  if (status >= 200 && status < 300) {
    return json === undefined && text !== ''
      ? unknown('unreadable', { debugId })
      : success({ json, debugId });
  }
  if (status === 401) return unknown('not-authorized', { debugId });
  if (status === 409) return unknown('in-progress', { debugId });
  if (status === 429) return unknown('rate-limited', { debugId, retryAfterMs: retryAfterMs(headers) });
  if (status >= 500 || status === 408) return unknown('server-error', { debugId });

  const gatewayError = isFromGateway && status === 400 ? GatewayError.safeParse(json).data : undefined;
  if (gatewayError) return { ...refused(gatewayError.error, debugId), error: { name: gatewayError.error } };
  // A 4xx without the wallet's error format may come from a proxy, so it proves nothing.
  if (status < 400 || !error) return unknown('unreadable', { debugId });
  const issue = findIssue(error);
  if (issue === 'ORDER_COMPLETION_IN_PROGRESS') return unknown('in-progress', { debugId });
  return { ...refused(issue, debugId), error };
}

/**
 * Parses a success with a schema. Returns unknown if it does not match, because something may have happened
 * anyway.
 */
export function parseExchange<Schema extends z.ZodType>(
  exchange: Exchange,
  schema: Schema,
): Outcome<z.output<Schema>> {
  if (exchange.kind === 'unknown') return exchange;
  if (exchange.kind === 'refused') return refused(exchange.issue, exchange.debugId);
  const { json, debugId } = exchange.value;
  const read = schema.safeParse(json);
  return read.success ? success(read.data) : unknown('unreadable', { debugId });
}

/**
 * Orders and Payments v2 call the currency `currency_code`. Other currencies than US dollars are rejected.
 */
export const MoneyV2 = z
  .object({ currency_code: z.literal('USD'), value: z.string() })
  .transform(({ value }, context) => cents(value, context));

/** Amounts in reports are signed, and may omit the zero before the decimal point. */
export const SignedMoneyV2 = z
  .object({ currency_code: z.literal('USD'), value: z.string() })
  .transform(({ value }, context) => signedCents(value, context));

export const MoneyV1 = z
  .object({ currency: z.literal('USD'), value: z.string() })
  .transform(({ value }, context) => cents(value, context));

const Link = z.object({ href: z.string(), rel: z.string().optional() });

export const Links = z.array(Link).optional();

const ErrorDetail = z.object({
  issue: z.string().optional(),
  // The sandbox writes `link` inside a detail and `links` next to it.
  link: Links,
  links: Links,
});

const WalletError = z.object({
  name: z.string(),
  debug_id: z.string().optional(),
  details: z.array(ErrorDetail).optional(),
  links: Links,
});
export type WalletError = z.output<typeof WalletError>;

/**
 * The sign-in gateway has its own error format, e.g. access_denied for a used code. For payments it must not
 * count as a refusal by the wallet: a refused payout is paid again.
 */
const GatewayError = z.object({ error: z.string(), error_description: z.string() });

/** v2 puts codes in details[].issue. Payouts v1 puts prose there and the code in `name`. */
function findIssue(error: WalletError): string {
  const code = error.details
    ?.map((detail) => detail.issue)
    .find((issue) => issue && /^[A-Z][A-Z0-9_]+$/.test(issue));
  return code ?? error.name;
}

function cents(value: string, context: z.RefinementCtx): number {
  try {
    return fromDecimal(value);
  } catch {
    context.addIssue({ code: 'custom', message: 'not an amount' });
    return z.NEVER;
  }
}

function signedCents(value: string, context: z.RefinementCtx): number {
  const magnitude = cents(value.replace(/^-/, '').replace(/^\./, '0.'), context);
  // Zero is unsigned: -0 would differ from 0 when two reports are compared.
  return value.startsWith('-') && magnitude !== 0 ? -magnitude : magnitude;
}

function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function retryAfterMs(headers: RawAnswer['headers']): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}
