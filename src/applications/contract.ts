import { z } from 'zod';
import { CampaignState } from '#campaigns/contract.ts';
import { CampaignType } from '#campaigns/fields-contract.ts';
import { IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { PageQuery } from '#kernel/page.ts';
import { defineProcess } from '#kernel/process.ts';
import { problem } from '#kernel/text.ts';
import { HOUR, IsoTime, SECOND } from '#kernel/time.ts';
import { Punctuality } from '#profiles/marketers-contract.ts';
import { SocialPlatform } from '#profiles/social-handle-contract.ts';
import { endpoint } from './domain.ts';

export const applicationProcess = defineProcess({
  states: ['pending', 'approved', 'rejected', 'withdrawn'],
  initial: 'pending',
  actors: ['advertiser', 'marketer', 'platform'],
  transitions: {
    approve: {
      from: ['pending'],
      to: 'approved',
      by: ['advertiser', 'platform'],
      why: 'The advertiser approves, or the campaign approves automatically. Takes one place.',
    },
    reject: {
      from: ['pending'],
      to: 'rejected',
      by: ['advertiser', 'platform'],
      why: 'The advertiser declines, optionally with a reason, or the campaign is closed.',
    },
    undo: {
      from: ['approved', 'rejected'],
      to: 'pending',
      by: ['advertiser'],
      why: 'The advertiser undoes a decision before the marketer is told. A place becomes free.',
    },
    withdraw: {
      from: ['pending', 'approved'],
      to: 'withdrawn',
      by: ['marketer'],
      why: 'The marketer withdraws before starting a session. A held place becomes free.',
    },
    expire: {
      from: ['approved'],
      to: 'withdrawn',
      by: ['platform'],
      why: 'The marketer did not confirm in time before the start. The place becomes free.',
    },
  },
});

export const ApplicationState = z.enum(['pending', 'approved', 'rejected', 'withdrawn']);
export type ApplicationState = z.infer<typeof ApplicationState>;

/** Counted back from the start (decision 17.1). */
export const CONFIRMED_IF_APPROVED_BEFORE_MS = 32 * HOUR;
/** The first is counted back from the start. */
export const CONFIRMATION_ASKED_BEFORE_MS = 24 * HOUR;
export const CONFIRMATION_PERIOD_MS = 8 * HOUR;

/** The marketer is told after it (decision 66). */
export const UNDO_PERIOD_MS = 10 * SECOND;

export const MAX_NOTE_LENGTH = 140;

export const Application = z.object({
  id: Id,
  campaignId: Id,
  marketerId: Id,
  marketerName: z.string(),
  marketerImage: z.string().nullable(),
  marketerRating: z.number(),
  /** 0 if there are no ratings; `marketerRating` is 5.0 then. */
  marketerRatingCount: z.number().int(),
  marketerFinishedWork: z.number().int(),
  isMarketerVerified: z.boolean(),
  /** Null if the marketer is not listed or was never approved. */
  marketerListingId: Id.nullable(),
  isInvited: z.boolean(),
  marketerStrikes: z.number().int(),
  marketerCity: z.string().nullable(),
  marketerPunctuality: Punctuality,
  /** Confirmed accounts, most followers first. The counts are rounded to two digits. */
  marketerPlatforms: z.array(z.object({ platform: SocialPlatform, followers: z.number().int() })),
  note: z.string().nullable(),
  /** Of a social campaign, on its platform. Null if there is none now. */
  marketerAccount: z.object({ handle: z.string(), url: z.string(), followers: z.number().int() }).nullable(),
  appliedAt: IsoTime,
  decidedAt: IsoTime.nullable(),
  status: ApplicationState,
  reason: z.string().nullable(),
  /** Null if the business can't undo it. Relative, because the reader's clock may be wrong. */
  undoLeftMs: z.number().int().nullable(),
  /** Stays if the place is given back later. */
  approvedAt: IsoTime.nullable(),
  /** From 1. Null if not on the bench (the waitlist). */
  benchPosition: z.number().int().nullable(),
  /** The platform approved the applicant from the bench. */
  hasMovedUp: z.boolean(),
  confirmationDueAt: IsoTime.nullable(),
  confirmedAt: IsoTime.nullable(),
  /** The marketer did not confirm in time. The state is then `withdrawn`. */
  hasExpired: z.boolean(),
  /** Withdrawing now would earn a strike. */
  isWithdrawalLate: z.boolean(),
  /** Null if withdrawing never earns a strike, or is impossible. */
  lateWithdrawalFrom: IsoTime.nullable(),
  campaign: z.object({
    title: z.string(),
    status: CampaignState,
    company: z.string(),
    campaignType: CampaignType,
    location: z.string(),
    startTime: IsoTime.nullable(),
    timeZone: z.string().nullable(),
    duration: z.number().int().nullable(),
    payRate: z.string(),
  }),
  can: z.object({
    approve: z.boolean(),
    reject: z.boolean(),
    withdraw: z.boolean(),
    bench: z.boolean(),
    unbench: z.boolean(),
    confirm: z.boolean(),
    addToCalendar: z.boolean(),
  }),
});
export type Application = z.infer<typeof Application>;

export const listApplications = endpoint({
  name: 'listApplications',
  method: 'GET',
  path: '/api/applications',
  scope: 'applications:read',
  summary:
    'List my applications (marketer) or the applications to my campaigns (advertiser), newest first. At most 100 per page; the Link header has the next page',
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
  summary: 'Apply to an active campaign with free places',
  who: ['marketer'],
  whose: { object: 'campaign', by: ['everyone'], at: 'body.campaignId' },
  body: z.strictObject({
    campaignId: Id,
    /** One line to the business. Line breaks become spaces. */
    note: z
      .string()
      .transform((text) => text.replaceAll(/\s+/g, ' ').trim())
      .pipe(
        z
          .string()
          .max(MAX_NOTE_LENGTH, problem('Please use at most {limit} characters', { limit: MAX_NOTE_LENGTH })),
      )
      .optional(),
  }),
  response: Application,
  status: 201,
  limit: 'apply',
  refusals: [
    'campaign/not-found',
    'campaign/not-active',
    'campaign/disputed',
    'campaign/paused',
    'campaign/full',
    'application/exists',
    'application/paused',
    'application/name-and-photo',
    'application/followers',
    'application/overlap',
    'compliance/incomplete',
    'compliance/location-consent',
  ],
});

/** The decision applies at once. The marketer is told after the ten seconds of undoDecisions. */
const CanUndo = z.boolean().default(false);

export const decideApplication = endpoint({
  name: 'decideApplication',
  method: 'PUT',
  path: '/api/applications/{id}',
  scope: 'applications:write',
  summary: 'Approve or reject (advertiser or team manager), or withdraw (marketer)',
  who: ['marketer', 'advertiser'],
  whose: { object: 'application', by: ['marketer', 'advertiser', 'manager'] },
  params: IdParams,
  body: z.strictObject({
    status: z.enum(['approved', 'rejected', 'withdrawn']),
    reason: z.string().trim().max(1000).optional(),
    canUndo: CanUndo,
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
    'campaign/disputed',
    'campaign/paused',
    'campaign/full',
    'campaign/not-active',
    'auth/forbidden',
  ],
});

export const MAX_DECIDED_AT_ONCE = 100;

const Results = z.object({
  /** One per id, in the same order. */
  results: z.array(
    z.object({
      application: Application.nullable(),
      refusal: z
        .object({ code: z.string(), message: z.string(), state: ApplicationState.nullable() })
        .nullable(),
    }),
  ),
});

export const decideApplications = endpoint({
  name: 'decideApplications',
  method: 'PUT',
  path: '/api/applications',
  summary: 'Approve or reject several applications in the given order. Each gets its own result. Idempotent',
  who: ['advertiser'],
  whose: { object: 'application', by: ['advertiser', 'manager'], at: 'body.ids', others: 'nothing' },
  body: z.strictObject({
    ids: z.array(Id).min(1).max(MAX_DECIDED_AT_ONCE),
    status: z.enum(['approved', 'rejected']),
    reason: z.string().trim().max(1000).optional(),
    canUndo: CanUndo,
  }),
  response: Results,
});

export const undoDecisions = endpoint({
  name: 'undoDecisions',
  method: 'POST',
  path: '/api/applications/undo',
  summary:
    'Undo decisions made with `canUndo` within ten seconds, before the marketers are told. Each gets its own result. Idempotent',
  who: ['advertiser'],
  whose: { object: 'application', by: ['advertiser', 'manager'], at: 'body.ids', others: 'nothing' },
  body: z.strictObject({ ids: z.array(Id).min(1).max(MAX_DECIDED_AT_ONCE) }),
  response: Results,
});
