import { z } from 'zod';
import { IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { PageQuery } from '#kernel/page.ts';
import { defineProcess } from '#kernel/process.ts';
import { problem } from '#kernel/text.ts';
import { DAY, HOUR, IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

/** Strikes: the penalty for withdrawing late or for not showing up (decision 17.1). */

/** Counted back from the start (decision 17.1). After a later approval, only from the start on. */
export const LATE_WITHDRAWAL_MS = 12 * HOUR;
/** The marketer may not have seen a later approval in time, so it never leads to a strike. */
export const UNSEEN_APPROVAL_MS = 2 * HOUR;
export const STRIKE_LIFE_MS = 90 * DAY;
/** Counted from the last strike. */
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
      why: 'The marketer says why it is wrong. It counts until an admin decides.',
    },
    uphold: {
      from: ['appealed'],
      to: 'upheld',
      by: ['admin'],
      why: 'The strike is justified. It counts until it expires.',
    },
    lift: {
      from: ['appealed'],
      to: 'lifted',
      by: ['admin'],
      why: 'The strike is not justified. It is treated as if it never counted.',
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
  /** Neither lifted nor expired. */
  isCounted: z.boolean(),
  appealDueAt: IsoTime,
  /** Null if the marketer has not appealed or has deleted their account. */
  appealText: z.string().nullable(),
  appealedAt: IsoTime.nullable(),
  decidedAt: IsoTime.nullable(),
  decisionReason: z.string().nullable(),
  can: z.object({ appeal: z.boolean(), decide: z.boolean() }),
});
export type Strike = z.infer<typeof Strike>;

export const listOwnStrikes = endpoint({
  name: 'listOwnStrikes',
  method: 'GET',
  path: '/api/strikes',
  summary: 'List my strikes, newest first, and when I can apply again',
  who: ['marketer'],
  response: z.object({ strikes: z.array(Strike), pausedUntil: IsoTime.nullable() }),
});

export const appealStrike = endpoint({
  name: 'appealStrike',
  method: 'POST',
  path: '/api/strikes/{id}/appeal',
  summary: 'Appeal one of my strikes, once and within five days. Sending the same text again changes nothing',
  who: ['marketer'],
  whose: { object: 'strike', by: ['owner'] },
  params: IdParams,
  body: z.strictObject({
    text: z.string().trim().min(1, problem('Say why this strike is wrong')).max(2000),
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
    'List strikes, newest first, or appeals by how long they have waited. At most 100 per page; the Link header has the next page',
  who: ['admin'],
  query: StrikeQuery,
  response: z.array(Strike),
});

export const decideStrike = endpoint({
  name: 'decideStrike',
  method: 'PUT',
  path: '/api/strikes/{id}',
  summary: 'Uphold or lift an appealed strike. Idempotent',
  who: ['admin'],
  whose: { object: 'strike', by: ['admin'] },
  params: IdParams,
  body: z.strictObject({
    status: z.enum(['upheld', 'lifted']),
    reason: z.string().trim().min(1, problem('Enter a reason')).max(2000),
  }),
  response: Strike,
  refusals: ['strike/not-found', 'strike/not-appealed', 'strike/decided'],
});
