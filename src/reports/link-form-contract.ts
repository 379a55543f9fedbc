import { z } from 'zod';
import { IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { problem } from '#kernel/text.ts';
import { endpoint } from './domain.ts';
import { DEFAULT_LINK_DAYS, MAX_LINK_DAYS, ReportLink } from './link-contract.ts';

/** The form that creates a link, and its call. */

export const ReportLinkForm = z.strictObject({
  /** Chosen by the browser, so that a repeated call creates one link. */
  id: Id,
  label: z.string().trim().max(80, problem('Use at most 80 characters')).default(''),
  days: z
    .number()
    .int(problem('Enter whole days'))
    .min(1, problem('At least 1 day'))
    .max(MAX_LINK_DAYS, problem('At most {limit} days', { limit: MAX_LINK_DAYS }))
    .default(DEFAULT_LINK_DAYS),
  withPhotos: z.boolean().default(false),
});

export const createReportLink = endpoint({
  name: 'createReportLink',
  method: 'POST',
  path: '/api/campaign/{id}/report-links',
  summary:
    'Create a link to this report. The token is shown only here. The same call again gives the link a new token',
  who: ['advertiser'],
  whose: { object: 'campaign', by: ['owner', 'manager'] },
  params: IdParams,
  body: ReportLinkForm,
  response: z.object({ link: ReportLink, token: z.string() }),
  status: 201,
  limit: 'report-link',
  refusals: [
    'campaign/not-found',
    'team/not-allowed',
    'report/too-early',
    'report/too-many-links',
    'report/link-exists',
    'report/link-not-found',
  ],
});
