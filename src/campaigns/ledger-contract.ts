import { z } from 'zod';
import { endpoint, IdParams } from '#kernel/endpoint.ts';
import { IsoTime } from '#kernel/time.ts';

/** Every cent of one campaign: what came in, where it went, what is left (decisions.md 7.1, 11). */

export const LedgerMove = z.enum([
  'funded',
  'released',
  'refunded',
  'refund-returned',
  'disputed',
  'dispute-ended',
]);
export type LedgerMove = z.infer<typeof LedgerMove>;

export const CampaignLedgerLine = z.object({
  at: IsoTime,
  move: LedgerMove,
  /** Who was paid; null for everything but a release. */
  marketer: z.string().nullable(),
  /** Only of a refund: has it arrived in the wallet? */
  isArrived: z.boolean().nullable(),
  /** Decimal strings; what leaves the campaign is negative. */
  pay: z.string(),
  fee: z.string(),
  /** Pay and fee together that were left afterwards. */
  left: z.string(),
});
export type CampaignLedgerLine = z.infer<typeof CampaignLedgerLine>;

export const CampaignLedger = z.object({
  /** Decimal strings: funded = released + feeEarned + refunded + disputed + left. */
  funded: z.string(),
  /** What marketers got. */
  released: z.string(),
  /** The platform's share of the places that were paid. */
  feeEarned: z.string(),
  /** What went back to the wallet, or is on its way there. */
  refunded: z.string(),
  /** Frozen by a dispute at the wallet, or lost in one. */
  disputed: z.string(),
  left: z.string(),
  /** The sums of the lines' pay and fee; together they are `left`. */
  sums: z.object({ pay: z.string(), fee: z.string() }),
  /** Oldest first. */
  lines: z.array(CampaignLedgerLine),
});
export type CampaignLedger = z.infer<typeof CampaignLedger>;

export const getCampaignLedger = endpoint({
  name: 'getCampaignLedger',
  method: 'GET',
  path: '/api/campaign/{id}/ledger',
  summary: 'Money of one campaign of mine or my team, line by line, from the ledger',
  who: ['advertiser'],
  whose: { object: 'campaign', by: ['owner', 'manager', 'viewer'] },
  params: IdParams,
  response: CampaignLedger,
  refusals: ['campaign/not-found'],
});

export const downloadCampaignLedger = endpoint({
  name: 'downloadCampaignLedger',
  method: 'GET',
  path: '/api/campaign/{id}/ledger.csv',
  summary: 'The same as a CSV file (RFC 4180, UTF-8)',
  who: ['advertiser'],
  whose: { object: 'campaign', by: ['owner', 'manager', 'viewer'] },
  params: IdParams,
  refusals: ['campaign/not-found'],
});
