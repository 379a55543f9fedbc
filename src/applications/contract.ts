import { z } from 'zod';
import { CampaignState, CampaignType } from '#campaigns/contract.ts';
import { endpoint, IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { defineProcess } from '#kernel/process.ts';
import { IsoTime } from '#kernel/time.ts';

export const applicationProcess = defineProcess({
  states: ['pending', 'approved', 'rejected', 'withdrawn'],
  initial: 'pending',
  actors: ['advertiser', 'marketer', 'platform'],
  transitions: {
    approve: {
      from: ['pending'],
      to: 'approved',
      by: ['advertiser', 'platform'],
      why: 'The advertiser, or the campaign’s own setting, gives one of the places.',
    },
    reject: {
      from: ['pending'],
      to: 'rejected',
      by: ['advertiser', 'platform'],
      why: 'The advertiser declines, and may say why, or the campaign was closed.',
    },
    withdraw: {
      from: ['pending', 'approved'],
      to: 'withdrawn',
      by: ['marketer'],
      why: 'The marketer steps back before any session began; a place taken is free again.',
    },
  },
});

export const ApplicationState = z.enum(['pending', 'approved', 'rejected', 'withdrawn']);
export type ApplicationState = z.infer<typeof ApplicationState>;

export const Application = z.object({
  id: Id,
  campaignId: Id,
  marketerId: Id,
  /** Shown to the campaign's advertiser, who decides about a person. */
  marketerName: z.string(),
  marketerRating: z.number(),
  marketerCity: z.string().nullable(),
  appliedAt: IsoTime,
  decidedAt: IsoTime.nullable(),
  status: ApplicationState,
  reason: z.string().nullable(),
  campaign: z.object({
    title: z.string(),
    status: CampaignState,
    company: z.string(),
    campaignType: CampaignType,
    location: z.string(),
    startTime: IsoTime.nullable(),
    duration: z.number().int().nullable(),
    payRate: z.string(),
  }),
  can: z.object({ approve: z.boolean(), reject: z.boolean(), withdraw: z.boolean() }),
});
export type Application = z.infer<typeof Application>;

export const listApplications = endpoint({
  name: 'listApplications',
  method: 'GET',
  path: '/api/applications',
  summary: 'A marketer’s own applications, or those to an advertiser’s campaigns; newest first',
  who: ['marketer', 'advertiser'],
  whose: { object: 'application', by: ['marketer', 'advertiser'] },
  query: z.object({ campaignId: Id.optional(), status: ApplicationState.optional() }),
  response: z.array(Application),
});

export const apply = endpoint({
  name: 'apply',
  method: 'POST',
  path: '/api/applications',
  summary: 'Apply to an active campaign that has places left',
  who: ['marketer'],
  body: z.strictObject({ campaignId: Id }),
  response: Application,
  status: 201,
  limit: 'apply',
  refusals: [
    'campaign/not-found',
    'campaign/not-active',
    'campaign/full',
    'application/exists',
    'application/overlap',
    'compliance/incomplete',
    'compliance/location-consent',
  ],
});

export const decideApplication = endpoint({
  name: 'decideApplication',
  method: 'PUT',
  path: '/api/applications/{id}',
  summary: 'Approve or reject (the campaign’s advertiser), or withdraw (the marketer)',
  who: ['marketer', 'advertiser'],
  whose: { object: 'application', by: ['marketer', 'advertiser'] },
  params: IdParams,
  body: z.strictObject({
    status: z.enum(['approved', 'rejected', 'withdrawn']),
    reason: z.string().trim().max(1000).optional(),
  }),
  response: Application,
  refusals: [
    'application/not-found',
    'application/decided',
    'application/overlap',
    'application/session-begun',
    'campaign/full',
    'campaign/not-active',
    'auth/forbidden',
  ],
});
