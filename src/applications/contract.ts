import { z } from 'zod';
import { CampaignState, CampaignType } from '#campaigns/contract.ts';
import { endpoint, IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { PageQuery } from '#kernel/page.ts';
import { defineProcess } from '#kernel/process.ts';
import { HOUR, IsoTime } from '#kernel/time.ts';

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
    lapse: {
      from: ['approved'],
      to: 'withdrawn',
      by: ['platform'],
      why: 'The marketer was asked to confirm before the start and has not answered in time; the place is free again.',
    },
  },
});

export const ApplicationState = z.enum(['pending', 'approved', 'rejected', 'withdrawn']);
export type ApplicationState = z.infer<typeof ApplicationState>;

/** Who was approved earlier than this before the start is asked to confirm (decisions.md 4.1). */
export const CONFIRMED_IF_APPROVED_BEFORE_MS = 32 * HOUR;
/** So long before the start they are asked, and so long they may take to answer. */
export const CONFIRMATION_ASKED_BEFORE_MS = 24 * HOUR;
export const CONFIRMATION_PERIOD_MS = 8 * HOUR;

export const Application = z.object({
  id: Id,
  campaignId: Id,
  marketerId: Id,
  /** Shown to the campaign's advertiser, who decides about a person. */
  marketerName: z.string(),
  /** Where their picture is read, null where they have none. */
  marketerImage: z.string().nullable(),
  marketerRating: z.number(),
  marketerCity: z.string().nullable(),
  appliedAt: IsoTime,
  decidedAt: IsoTime.nullable(),
  status: ApplicationState,
  reason: z.string().nullable(),
  /** When the place was given, also where it was given back later; null where it never was. */
  approvedAt: IsoTime.nullable(),
  /** Of a pending application its turn on the bench, from 1: the first moves up when a place is freed. Null off the bench. */
  benchPosition: z.number().int().nullable(),
  /** The place came from the bench, by the platform. */
  hasMovedUp: z.boolean(),
  /** Until when the marketer has to confirm that they come; null where nobody has asked. */
  confirmationDueAt: IsoTime.nullable(),
  confirmedAt: IsoTime.nullable(),
  /** The platform took the place back, since nobody had confirmed in time; withdrawn says this as well as that the marketer left. */
  hasLapsed: z.boolean(),
  /** To the marketer: giving the place back now would earn a strike. */
  isWithdrawalLate: z.boolean(),
  /** To the marketer, as long as they can give the place back: from when on that earns a strike; null where it never does. */
  strikeFrom: IsoTime.nullable(),
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
  can: z.object({
    approve: z.boolean(),
    reject: z.boolean(),
    withdraw: z.boolean(),
    /** Be put on the bench, and taken off it. */
    bench: z.boolean(),
    unbench: z.boolean(),
    confirm: z.boolean(),
    /** There is a calendar file of it. */
    addToCalendar: z.boolean(),
  }),
});
export type Application = z.infer<typeof Application>;

export const listApplications = endpoint({
  name: 'listApplications',
  method: 'GET',
  path: '/api/applications',
  summary:
    'A marketer’s own applications, or those to an advertiser’s campaigns; newest first, at most 100 at once, and the Link header names the next ones',
  who: ['marketer', 'advertiser'],
  whose: {
    object: 'campaign',
    by: ['marketer', 'advertiser', 'manager', 'viewer'],
    at: 'query.campaignId',
    others: 'nothing',
  },
  query: PageQuery.extend({
    campaignId: Id.optional(),
    status: ApplicationState.optional(),
    limit: PageQuery.shape.limit.unwrap().default(100),
  }),
  response: z.array(Application),
});

export const apply = endpoint({
  name: 'apply',
  method: 'POST',
  path: '/api/applications',
  summary: 'Apply to an active campaign that has places left',
  who: ['marketer'],
  whose: { object: 'campaign', by: ['everyone'], at: 'body.campaignId' },
  body: z.strictObject({ campaignId: Id }),
  response: Application,
  status: 201,
  limit: 'apply',
  refusals: [
    'campaign/not-found',
    'campaign/not-active',
    'campaign/full',
    'application/exists',
    'application/paused',
    'application/followers',
    'application/overlap',
    'compliance/incomplete',
    'compliance/location-consent',
  ],
});

export const decideApplication = endpoint({
  name: 'decideApplication',
  method: 'PUT',
  path: '/api/applications/{id}',
  summary: 'Approve or reject (the campaign’s advertiser or their manager), or withdraw (the marketer)',
  who: ['marketer', 'advertiser'],
  whose: { object: 'application', by: ['marketer', 'advertiser', 'manager'] },
  params: IdParams,
  body: z.strictObject({
    status: z.enum(['approved', 'rejected', 'withdrawn']),
    reason: z.string().trim().max(1000).optional(),
  }),
  response: Application,
  refusals: [
    'application/not-found',
    'team/not-allowed',
    'application/decided',
    'application/overlap',
    'application/not-available',
    'application/over',
    'application/session-begun',
    'campaign/full',
    'campaign/not-active',
    'auth/forbidden',
  ],
});

/** As many as a screen lets somebody select at once. */
export const MAX_DECIDED_AT_ONCE = 100;

export const decideApplications = endpoint({
  name: 'decideApplications',
  method: 'PUT',
  path: '/api/applications',
  summary:
    'Approve or reject several, one after the other in the order given; each is answered by itself, and repeating it changes nothing',
  who: ['advertiser'],
  whose: { object: 'application', by: ['advertiser', 'manager'], at: 'body.ids', others: 'nothing' },
  body: z.strictObject({
    ids: z.array(Id).min(1).max(MAX_DECIDED_AT_ONCE),
    status: z.enum(['approved', 'rejected']),
    reason: z.string().trim().max(1000).optional(),
  }),
  response: z.object({
    /** One for each id, in the same order: the application as it stands now, or why nothing was decided about it. */
    results: z.array(
      z.object({
        application: Application.nullable(),
        refusal: z
          .object({ code: z.string(), message: z.string(), state: ApplicationState.nullable() })
          .nullable(),
      }),
    ),
  }),
});
