import { z } from 'zod';
import { Done, IdParams } from '#kernel/endpoint.ts';
import { LinkToken } from '#kernel/link-token.ts';
import { Id } from '#kernel/id.ts';
import { IsoTime } from '#kernel/time.ts';
import { PostFigures } from '#proofs/figures-contract.ts';
import { CampaignReport, ReportWork } from './contract.ts';
import { endpoint } from './domain.ts';

/** Anyone with a link reads a report until an end date, without an account (decision 70). */

export const DEFAULT_LINK_DAYS = 30;
export const MAX_LINK_DAYS = 180;
export const MAX_REPORT_LINKS = 20;

export const ReportLink = z.object({
  id: Id,
  /** The business's own name for the link. Not part of the report. */
  label: z.string(),
  withPhotos: z.boolean(),
  createdBy: z.string(),
  createdAt: IsoTime,
  expiresAt: IsoTime,
});
export type ReportLink = z.infer<typeof ReportLink>;

export const listReportLinks = endpoint({
  name: 'listReportLinks',
  method: 'GET',
  path: '/api/campaign/{id}/report-links',
  summary: 'The links to this report that still work, newest first',
  who: ['advertiser'],
  whose: { object: 'campaign', by: ['owner', 'manager', 'viewer'] },
  params: IdParams,
  response: z.array(ReportLink),
  refusals: ['campaign/not-found'],
});

export const revokeReportLink = endpoint({
  name: 'revokeReportLink',
  method: 'POST',
  path: '/api/report-links/{id}/revoke',
  summary: 'Revoke a link; repeating the call changes nothing',
  who: ['advertiser'],
  whose: { object: 'reportLink', by: ['owner', 'manager'] },
  params: IdParams,
  response: Done,
  refusals: ['report/link-not-found', 'team/not-allowed'],
});

const ReportToken = z.strictObject({ token: LinkToken });

export const SharedReport = z.object({
  report: CampaignReport.omit({ photos: true, work: true }).extend({
    work: z.array(
      ReportWork.omit({ proofId: true, figures: true }).extend({
        figures: PostFigures.omit({ screenshotUrl: true }).nullable(),
      }),
    ),
  }),
  expiresAt: IsoTime,
  /** JPEG images as data URLs: photos of approved proofs, without selfies. Empty unless the link includes them. */
  photos: z.array(z.object({ marketer: z.number().int(), image: z.string() })),
});
export type SharedReport = z.infer<typeof SharedReport>;

/** A POST, so that the token appears in no address and no log. */
export const openSharedReport = endpoint({
  name: 'openSharedReport',
  method: 'POST',
  path: '/api/shared-report',
  summary: 'Read a report by its link',
  who: 'anyone',
  body: ReportToken,
  response: SharedReport,
  limit: 'shared-report',
  refusals: ['report/link-over'],
});

export const downloadSharedReport = endpoint({
  name: 'downloadSharedReport',
  method: 'POST',
  path: '/api/shared-report/pdf',
  summary: 'The same as a PDF',
  who: 'anyone',
  body: ReportToken,
  limit: 'shared-report-file',
  refusals: ['report/link-over'],
});
