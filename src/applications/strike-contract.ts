import { z } from 'zod';
import { endpoint, IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { PageQuery } from '#kernel/page.ts';
import { defineProcess } from '#kernel/process.ts';
import { DAY, HOUR, IsoTime } from '#kernel/time.ts';

/** What letting an advertiser down costs a marketer: a place given back late, or not come for (decisions.md 4.1). */

/** From so long before the start giving a place back earns a strike; of a place that was given later it does from the start on. */
export const LATE_WITHDRAWAL_MS = 12 * HOUR;
/** Who was approved so shortly before the start may not have seen it in time: they earn no strike at all. */
export const UNSEEN_APPROVAL_MS = 2 * HOUR;
export const STRIKE_LIFE_MS = 90 * DAY;
/** So many strikes within this time pause applying, from the last of them on. */
export const STRIKES_FOR_PAUSE = 3;
export const STRIKE_WINDOW_MS = 30 * DAY;
export const APPLYING_PAUSE_MS = 7 * DAY;
export const APPEAL_PERIOD_MS = 5 * DAY;

export const strikeProcess = defineProcess({
  states: ['standing', 'appealed', 'upheld', 'lifted'],
  initial: 'standing',
  actors: ['marketer', 'admin'],
  transitions: {
    appeal: {
      from: ['standing'],
      to: 'appealed',
      by: ['marketer'],
      why: 'The marketer says why it is wrong; until that is decided it counts.',
    },
    uphold: {
      from: ['appealed'],
      to: 'upheld',
      by: ['admin'],
      why: 'It was earned: it counts until it expires.',
    },
    lift: {
      from: ['appealed'],
      to: 'lifted',
      by: ['admin'],
      why: 'It was not earned: it never counted.',
    },
  },
});

export const StrikeState = z.enum(['standing', 'appealed', 'upheld', 'lifted']);
export type StrikeState = z.infer<typeof StrikeState>;
export const StrikeKind = z.enum(['no-show', 'late-withdrawal']);
export type StrikeKind = z.infer<typeof StrikeKind>;

export const Strike = z.object({
  id: Id,
  applicationId: Id,
  campaignId: Id,
  campaignTitle: z.string(),
  marketerId: Id,
  marketerName: z.string(),
  kind: StrikeKind,
  status: StrikeState,
  at: IsoTime,
  expiresAt: IsoTime,
  /** It was not lifted and has not expired. */
  isCounted: z.boolean(),
  appealDueAt: IsoTime,
  /** The marketer's words; null where they have not appealed, or left since. */
  appealText: z.string().nullable(),
  appealedAt: IsoTime.nullable(),
  decidedAt: IsoTime.nullable(),
  /** The administrator's words. */
  decisionReason: z.string().nullable(),
  can: z.object({ appeal: z.boolean(), decide: z.boolean() }),
});
export type Strike = z.infer<typeof Strike>;

export const listOwnStrikes = endpoint({
  name: 'listOwnStrikes',
  method: 'GET',
  path: '/api/strikes',
  summary: 'My strikes, newest first, and until when they keep me from applying',
  who: ['marketer'],
  response: z.object({ strikes: z.array(Strike), pausedUntil: IsoTime.nullable() }),
});

export const appealStrike = endpoint({
  name: 'appealStrike',
  method: 'POST',
  path: '/api/strikes/{id}/appeal',
  summary:
    'Say why a strike of mine is wrong, once and within five days; the same words again change nothing; an administrator decides',
  who: ['marketer'],
  whose: { object: 'strike', by: ['owner'] },
  params: IdParams,
  body: z.strictObject({
    text: z.string().trim().min(1, 'Please say why this strike is wrong').max(2000),
  }),
  response: Strike,
  limit: 'apply',
  refusals: ['strike/not-found', 'strike/appealed', 'strike/appeal-too-late'],
});

const StrikeQuery = PageQuery.extend({ status: StrikeState.optional() });
export type StrikeQuery = z.infer<typeof StrikeQuery>;

export const listStrikes = endpoint({
  name: 'listStrikes',
  method: 'GET',
  path: '/api/admin/strikes',
  summary:
    'Strikes, newest first, those that were appealed against by how long that waits; at most 100 at once, and the Link header names the next ones',
  who: ['admin'],
  query: StrikeQuery,
  response: z.array(Strike),
});

export const decideStrike = endpoint({
  name: 'decideStrike',
  method: 'PUT',
  path: '/api/strikes/{id}',
  summary: 'Uphold or lift a strike that was appealed against; the same again changes nothing',
  who: ['admin'],
  whose: { object: 'strike', by: ['admin'] },
  params: IdParams,
  body: z.strictObject({
    status: z.enum(['upheld', 'lifted']),
    reason: z.string().trim().min(1, 'Please say why').max(2000),
  }),
  response: Strike,
  refusals: ['strike/not-found', 'strike/not-appealed', 'strike/decided'],
});
