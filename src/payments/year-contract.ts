import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { endpoint } from './domain.ts';

/**
 * A marketer's year: what the wallet paid, by month and by campaign (decision 73). A payment counts when the platform
 * learns from the wallet that it arrived, because the wallet's own time is not stored.
 */

/** Tax years are calendar years in this zone, by the time of release (decision 20.6). */
export const TAX_ZONE = 'America/New_York';

const YearQuery = z.object({ year: z.coerce.number().int().min(2000).max(2099) });

/** Decimal strings in USD. Negative if the wallet took back more than it paid. */
const Paid = z.object({
  /** Work whose pay arrived, less what the wallet took back. Tips are not counted. */
  gigs: z.number().int(),
  pay: z.string(),
  tips: z.string(),
  total: z.string(),
});

export const YearSummary = z.object({
  year: z.number().int(),
  /** In which the year and its months begin and end. */
  timeZone: z.string(),
  /** The years that can be chosen, newest first: from the first payment to now. */
  years: z.array(z.number().int()),
  totals: Paid,
  /** Pay and tips approved in the year, whenever they are paid, less what disputes took back. */
  earned: z.string(),
  months: z.array(Paid.extend({ month: z.string() })),
  campaigns: z.array(Paid.extend({ campaignId: Id, campaignTitle: z.string() })),
});
export type YearSummary = z.infer<typeof YearSummary>;

export const getYearSummary = endpoint({
  name: 'getYearSummary',
  method: 'GET',
  path: '/api/payments/year',
  summary: 'Returns what I was paid in a year, by month and by campaign, from the ledger',
  who: ['marketer'],
  query: YearQuery,
  response: YearSummary,
});

export const downloadYearCsv = endpoint({
  name: 'downloadYearCsv',
  method: 'GET',
  path: '/api/payments/year.csv',
  summary: 'Returns the same as a CSV file (RFC 4180, UTF-8)',
  who: ['marketer'],
  query: YearQuery,
  limit: 'payment-file',
  refusals: ['request/too-many'],
});

export const downloadYearPdf = endpoint({
  name: 'downloadYearPdf',
  method: 'GET',
  path: '/api/payments/year.pdf',
  summary: 'Returns the same as a PDF',
  who: ['marketer'],
  query: YearQuery,
  limit: 'payment-file',
  refusals: ['request/too-many'],
});
