import { z } from 'zod';
import { IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { PageQuery } from '#kernel/page.ts';
import { problem } from '#kernel/text.ts';
import { DAY, HOUR, IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';
import { DisputeSide, DisputeState } from './process-contract.ts';

/** From the rejection on, for the marketer. The place is held until then. */
export const DISPUTE_PERIOD_MS = 7 * DAY;
/** From the approval on, for the advertiser, if the pay is still here. Later, an admin can dispute it. */
export const APPROVAL_DISPUTE_PERIOD_MS = 48 * HOUR;
/** Afterwards, an admin decides with what is there. */
export const ANSWER_PERIOD_MS = 72 * HOUR;
/** From an answer or a proposal on. Afterwards, an admin decides. */
export const AGREEMENT_PERIOD_MS = 48 * HOUR;
export const DECISION_PERIOD_MS = 72 * HOUR;
export const REMINDER_MS = DAY;
/** Of one side in one dispute. */
export const MAX_PROPOSALS = 3;
export const MAX_DISPUTE_FILES = 5;

export const DisputeFile = z.object({ uploadId: Id, contentType: z.string(), url: z.string() });
export type DisputeFile = z.infer<typeof DisputeFile>;

/** What the marketer gets, and what goes back to the advertiser with the fee on it. Decimal strings. */
export const DisputeOutcome = z.object({
  award: z.string(),
  back: z.string(),
  backFee: z.string(),
});
export type DisputeOutcome = z.infer<typeof DisputeOutcome>;

export const DisputeStep = z.object({
  kind: z.enum(['opened', 'answered', 'proposed', 'accepted', 'escalated', 'decided']),
  /** `platform` when a deadline has passed. */
  side: z.enum(['marketer', 'advertiser', 'admin', 'platform']),
  text: z.string().nullable(),
  outcome: DisputeOutcome.nullable(),
  files: z.array(DisputeFile),
  at: IsoTime,
});
export type DisputeStep = z.infer<typeof DisputeStep>;

export const Dispute = z.object({
  id: Id,
  proofId: Id,
  /** Also names the conversation of both sides. */
  applicationId: Id,
  campaignId: Id,
  campaignTitle: z.string(),
  marketerName: z.string(),
  side: DisputeSide,
  /** An admin opened it for the advertiser. */
  isByAdmin: z.boolean(),
  status: DisputeState,
  /** Written by the side that opened it, or by the admin. */
  reason: z.string(),
  note: z.string().nullable(),
  pay: z.string(),
  fee: z.string(),
  openedAt: IsoTime,
  /** When the current step is over. Null once the dispute has ended. */
  dueAt: IsoTime.nullable(),
  decidedAt: IsoTime.nullable(),
  outcome: DisputeOutcome.nullable(),
  steps: z.array(DisputeStep),
  can: z.object({
    answer: z.boolean(),
    propose: z.boolean(),
    accept: z.boolean(),
    escalate: z.boolean(),
    decide: z.boolean(),
  }),
});
export type Dispute = z.infer<typeof Dispute>;

const Text = z.string().trim().max(2000);
const Files = z
  .array(Id)
  .max(MAX_DISPUTE_FILES, problem('Add at most {limit} files', { limit: MAX_DISPUTE_FILES }))
  .default([]);
/** In dollars with two decimals, from 0.00 up to the pay. */
const Award = z.string().regex(/^\d{1,7}\.\d{2}$/, problem('Enter an amount like 25.00'));

export const openDispute = endpoint({
  name: 'openDispute',
  method: 'POST',
  path: '/api/proofs/{id}/dispute',
  summary:
    'Dispute a rejection of my proof within seven days, or as the advertiser an approval whose pay is not sent yet. An admin may do the latter for the advertiser',
  who: ['marketer', 'advertiser', 'admin'],
  whose: { object: 'proof', by: ['marketer', 'advertiser', 'manager', 'admin'] },
  params: IdParams,
  body: z.strictObject({
    reason: Text.min(1, problem('Please say why the decision is wrong')),
    files: Files,
  }),
  response: Dispute,
  status: 201,
  limit: 'apply',
  refusals: [
    'proof/not-found',
    'proof/own',
    'team/not-allowed',
    'dispute/exists',
    'dispute/not-rejected',
    'dispute/not-approved',
    'dispute/superseded',
    'dispute/too-late',
    'dispute/needs-support',
    'payment/already-sent',
    'payment/short',
    'upload/not-found',
    'upload/incomplete',
    'upload/wrong-type',
  ],
  vital: true,
});

export const getDispute = endpoint({
  name: 'getDispute',
  method: 'GET',
  path: '/api/disputes/{id}',
  summary: 'One dispute with its timeline, for both sides and admins',
  who: ['marketer', 'advertiser', 'admin'],
  whose: { object: 'dispute', by: ['marketer', 'advertiser', 'manager', 'viewer', 'admin'] },
  params: IdParams,
  response: Dispute,
  refusals: ['dispute/not-found'],
});

const byBothSides = {
  who: ['marketer', 'advertiser'],
  whose: { object: 'dispute', by: ['marketer', 'advertiser', 'manager'] },
  params: IdParams,
  response: Dispute,
} as const;

export const answerDispute = endpoint({
  ...byBothSides,
  name: 'answerDispute',
  method: 'POST',
  path: '/api/disputes/{id}/answer',
  summary: 'Answer the other side’s dispute within 72 hours, optionally with a proposal',
  body: z.strictObject({
    text: Text.min(1, problem('Please write an answer')),
    files: Files,
    award: Award.optional(),
  }),
  limit: 'apply',
  refusals: [
    'dispute/not-found',
    'team/not-allowed',
    'dispute/decided',
    'dispute/not-your-turn',
    'dispute/answer-late',
    'dispute/amount-too-high',
    'upload/not-found',
    'upload/incomplete',
    'upload/wrong-type',
  ],
});

export const proposeOutcome = endpoint({
  ...byBothSides,
  name: 'proposeOutcome',
  method: 'POST',
  path: '/api/disputes/{id}/proposals',
  summary:
    'Propose what the marketer gets. Replaces the open proposal; the other side has 48 hours to accept',
  body: z.strictObject({ award: Award, text: Text.optional() }),
  limit: 'apply',
  refusals: [
    'dispute/not-found',
    'team/not-allowed',
    'dispute/decided',
    'dispute/not-your-turn',
    'dispute/agreement-late',
    'dispute/amount-too-high',
    'dispute/proposals-used-up',
  ],
});

export const acceptProposal = endpoint({
  ...byBothSides,
  name: 'acceptProposal',
  method: 'POST',
  path: '/api/disputes/{id}/acceptance',
  summary:
    'Accept the other side’s proposal. The amount must repeat it; the same acceptance again changes nothing',
  body: z.strictObject({ award: Award }),
  refusals: [
    'dispute/not-found',
    'team/not-allowed',
    'dispute/decided',
    'dispute/not-your-turn',
    'dispute/agreement-late',
    'dispute/proposal-changed',
    'payment/already-sent',
    'payment/escrow-short',
  ],
  vital: true,
});

export const escalateDispute = endpoint({
  ...byBothSides,
  name: 'escalateDispute',
  method: 'POST',
  path: '/api/disputes/{id}/escalation',
  summary: 'Decline to agree, and ask an admin to decide now. Repeating it changes nothing',
  refusals: [
    'dispute/not-found',
    'team/not-allowed',
    'dispute/decided',
    'dispute/not-your-turn',
    'dispute/agreement-late',
  ],
});

export const listDisputes = endpoint({
  name: 'listDisputes',
  method: 'GET',
  path: '/api/admin/disputes',
  summary: 'Disputes by deadline, ended ones last; the Link header has the next page',
  who: ['admin'],
  query: PageQuery.extend({ view: z.enum(['escalated', 'open', 'ended']).default('escalated') }),
  response: z.array(Dispute),
});

export const decideDispute = endpoint({
  name: 'decideDispute',
  method: 'PUT',
  path: '/api/disputes/{id}',
  summary:
    'Uphold a dispute, reject it, or split the pay, once it waits for an admin. Repeating the same decision changes nothing',
  who: ['admin'],
  whose: { object: 'dispute', by: ['admin'] },
  params: IdParams,
  body: z
    .strictObject({
      status: z.enum(['upheld', 'split', 'rejected']),
      /** Above 0 and below the pay. Only for a split. */
      award: Award.optional(),
      note: Text.min(1, problem('Please say why')),
    })
    .refine(({ status, award }) => (status === 'split') === (award !== undefined), {
      path: ['award'],
      ...problem('Enter what the marketer gets'),
    }),
  response: Dispute,
  refusals: [
    'dispute/not-found',
    'dispute/decided',
    'dispute/not-escalated',
    'proof/own',
    'dispute/amount-too-high',
    'payment/already-sent',
    'payment/escrow-short',
  ],
  vital: true,
});
