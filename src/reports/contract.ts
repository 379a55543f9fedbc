import { z } from 'zod';
import { CampaignState } from '#campaigns/contract.ts';
import { CampaignType, SocialPlatform } from '#campaigns/fields-contract.ts';
import { IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { IsoTime } from '#kernel/time.ts';
import { MediaKind, ProofState } from '#proofs/contract.ts';
import { PostFigures } from '#proofs/figures-contract.ts';
import { endpoint } from './domain.ts';
import { Footfall } from './footfall-contract.ts';

/**
 * The screen, the CSV file, the PDF and shared links show these same figures. They name no marketer: "Marketer 2" is
 * the second one who sent a proof (decision 70).
 */

export const ReportCell = z.object({
  boundary: z.array(z.object({ latitude: z.number(), longitude: z.number() })),
  minutes: z.number(),
});
export type ReportCell = z.infer<typeof ReportCell>;

export const ReportWork = z.object({
  proofId: Id,
  marketer: z.number().int(),
  submittedAt: IsoTime,
  status: ProofState,
  /** Null without tracked sessions. */
  minutesInside: z.number().nullable(),
  /** Decimal string; '0.00' before a release. */
  paid: z.string(),
  files: z.number().int(),
  /** Reported by the marketer with a screenshot, not measured. Null without a report, and unless approved. */
  figures: PostFigures.nullable(),
});
export type ReportWork = z.infer<typeof ReportWork>;

export const CampaignReport = z.object({
  asOf: IsoTime,
  campaign: z.object({
    id: Id,
    title: z.string(),
    company: z.string().nullable(),
    campaignType: CampaignType,
    status: CampaignState,
    platform: SocialPlatform.nullable(),
    location: z.string().nullable(),
    zone: z
      .object({
        lat: z.number(),
        lng: z.number(),
        radius: z.number(),
        /** Of a drawn area, in order. Positions count inside them instead of the circle. */
        corners: z.array(z.object({ lat: z.number(), lng: z.number() })).optional(),
      })
      .nullable(),
    /** Null without a zone. */
    timeZone: z.string().nullable(),
    startTime: IsoTime.nullable(),
    closesAt: IsoTime.nullable(),
    durationMinutes: z.number().int().nullable(),
    pay: z.string(),
  }),
  counts: z.object({
    places: z.number().int(),
    hired: z.number().int(),
    applications: z.number().int(),
    approved: z.number().int(),
    rejected: z.number().int(),
    pending: z.number().int(),
  }),
  time: z
    .object({
      /** Inside the area, in approved proofs. Exact, and only of sessions that have ended. */
      verifiedMinutes: z.number(),
      waitingMinutes: z.number(),
      /** The duration, for each place that was asked for. */
      askedMinutes: z.number(),
      /** Covered share of it, 0 to 1. More than the duration in one place does not make up for another. */
      coverage: z.number().nullable(),
    })
    .nullable(),
  /** Null for social campaigns. Contains ended sessions only. */
  heat: z
    .object({
      cells: z.array(ReportCell),
      /** Areas that overlap the zone, and those of them with recorded time. Null if the zone is too small. */
      zone: z.object({ cells: z.number().int(), visited: z.number().int() }).nullable(),
    })
    .nullable(),
  /** Decimal strings from the ledger. */
  money: z.object({
    funded: z.string(),
    repaid: z.string(),
    released: z.string(),
    fee: z.string(),
    refunded: z.string(),
    disputed: z.string(),
    recovered: z.string(),
    tipped: z.string(),
    left: z.string(),
    /** Released pay and its fee. */
    cost: z.string(),
    /** Null without verified time. */
    costPerVerifiedHour: z.string().nullable(),
  }),
  /** The newest reports about approved posts, summed. Null for wearable campaigns and without a report. */
  posts: z
    .object({
      reported: z.number().int(),
      views: z.number().int(),
      likes: z.number().int(),
      comments: z.number().int(),
    })
    .nullable(),
  /** Null unless the business entered an assumption. */
  estimate: z
    .object({
      footfall: Footfall,
      low: z.number().int(),
      high: z.number().int(),
    })
    .nullable(),
  /** Oldest proof first. */
  work: z.array(ReportWork),
  /** Files of approved and waiting proofs, which the business sees in its review already. */
  photos: z.array(
    z.object({
      uploadId: Id,
      marketer: z.number().int(),
      kind: MediaKind,
      isApproved: z.boolean(),
    }),
  ),
});
export type CampaignReport = z.infer<typeof CampaignReport>;
export type ReportZone = NonNullable<CampaignReport['campaign']['zone']>;

const readers = { object: 'campaign', by: ['owner', 'manager', 'viewer'] } as const;

export const getCampaignReport = endpoint({
  name: 'getCampaignReport',
  method: 'GET',
  path: '/api/campaign/{id}/report',
  summary: 'The report on a campaign of mine or my team: time, coverage, cost, estimate and work',
  who: ['advertiser'],
  whose: readers,
  params: IdParams,
  response: CampaignReport,
  refusals: ['campaign/not-found'],
});

export const downloadReportCsv = endpoint({
  name: 'downloadReportCsv',
  method: 'GET',
  path: '/api/campaign/{id}/report.csv',
  summary: 'The same as a CSV file (RFC 4180, UTF-8), one figure per line',
  who: ['advertiser'],
  whose: readers,
  params: IdParams,
  limit: 'report-file',
  refusals: ['campaign/not-found'],
});

export const downloadReportPdf = endpoint({
  name: 'downloadReportPdf',
  method: 'GET',
  path: '/api/campaign/{id}/report.pdf',
  summary: 'The same as a PDF, with photos but without selfies and names',
  who: ['advertiser'],
  whose: readers,
  params: IdParams,
  limit: 'report-file',
  refusals: ['campaign/not-found'],
});
