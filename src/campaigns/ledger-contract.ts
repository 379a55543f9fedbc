import { z } from 'zod';
import { IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

export const LedgerMove = z.enum([
  'funded',
  'released',
  'taken-back',
  'refunded',
  'refund-returned',
  'disputed',
  'dispute-ended',
  'shortfall-paid',
  'covered',
  'cover-returned',
  'tipped',
]);
export type LedgerMove = z.infer<typeof LedgerMove>;

export const CampaignLedgerLine = z.object({
  at: IsoTime,
  move: LedgerMove,
  /** Null unless this is a release, a tip, or was taken back. */
  marketer: z.string().nullable(),
  /** Null unless this is a refund. */
  isArrived: z.boolean().nullable(),
  /** Decimal strings; negative if money leaves the campaign. */
  pay: z.string(),
  fee: z.string(),
  /** Paid from the advertiser's wallet, not from the campaign. */
  tip: z.string(),
  /** Pay and fee left after this line. */
  left: z.string(),
});
export type CampaignLedgerLine = z.infer<typeof CampaignLedgerLine>;

export const CampaignLedger = z.object({
  /** Decimal strings: funded + repaid = released + feeEarned + refunded + disputed + recovered + left. */
  funded: z.string(),
  /** Paid after a dispute for work that the escrow did not cover, by the advertiser or the platform. */
  repaid: z.string(),
  released: z.string(),
  feeEarned: z.string(),
  /** Refunded to the wallet, or on its way there. */
  refunded: z.string(),
  /** Frozen by a dispute at the wallet, or lost in one. */
  disputed: z.string(),
  /** What the platform took for what the advertiser owed it after a dispute. */
  recovered: z.string(),
  /** Not part of the sum above. */
  tipped: z.string(),
  left: z.string(),
  sums: z.object({ pay: z.string(), fee: z.string() }),
  /** Oldest first. */
  lines: z.array(CampaignLedgerLine),
  /** Held by open disputes about proofs, the oldest first. */
  holds: z.array(
    z.object({
      disputeId: Id,
      pay: z.string(),
      since: IsoTime,
      by: z.enum(['marketer', 'advertiser']),
    }),
  ),
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
