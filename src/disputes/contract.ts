import { z } from 'zod';
import { IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { defineProcess } from '#kernel/process.ts';
import { DAY, IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

/** A marketer disputes the rejection of a proof, and an admin decides (decision 19.2). */
export const disputeProcess = defineProcess({
  states: ['open', 'upheld', 'rejected'],
  initial: 'open',
  actors: ['admin'],
  transitions: {
    uphold: {
      from: ['open'],
      to: 'upheld',
      by: ['admin'],
      why: 'The work was done, so the proof is approved and paid.',
    },
    reject: {
      from: ['open'],
      to: 'rejected',
      by: ['admin'],
      why: 'The rejection of the proof is final.',
    },
  },
});

export const DisputeState = z.enum(['open', 'upheld', 'rejected']);
export type DisputeState = z.infer<typeof DisputeState>;

/** How long after a rejection it can be disputed. The place is held until then. */
export const DISPUTE_PERIOD_MS = 7 * DAY;

export const Dispute = z.object({
  id: Id,
  proofId: Id,
  campaignId: Id,
  campaignTitle: z.string(),
  marketerName: z.string(),
  status: DisputeState,
  /** Written by the marketer. */
  reason: z.string(),
  /** Written by the admin; null while the dispute is open. */
  note: z.string().nullable(),
  openedAt: IsoTime,
  decidedAt: IsoTime.nullable(),
  can: z.object({ decide: z.boolean() }),
});
export type Dispute = z.infer<typeof Dispute>;

export const openDispute = endpoint({
  name: 'openDispute',
  method: 'POST',
  path: '/api/proofs/{id}/dispute',
  summary: 'Dispute the rejection of my proof within seven days. After disputing, no new proof can be sent',
  who: ['marketer'],
  whose: { object: 'proof', by: ['marketer'] },
  params: IdParams,
  body: z.strictObject({
    reason: z.string().trim().min(1, 'Please say why the rejection is wrong').max(2000),
  }),
  response: Dispute,
  status: 201,
  limit: 'apply',
  refusals: [
    'proof/not-found',
    'dispute/exists',
    'dispute/not-rejected',
    'dispute/superseded',
    'dispute/too-late',
  ],
});

export const getDispute = endpoint({
  name: 'getDispute',
  method: 'GET',
  path: '/api/disputes/{id}',
  summary: 'One dispute, for both sides and admins',
  who: ['marketer', 'advertiser', 'admin'],
  whose: { object: 'dispute', by: ['marketer', 'advertiser', 'manager', 'viewer', 'admin'] },
  params: IdParams,
  response: Dispute,
  refusals: ['dispute/not-found'],
});

export const listDisputes = endpoint({
  name: 'listDisputes',
  method: 'GET',
  path: '/api/admin/disputes',
  summary: 'Disputes, newest first, at most 200',
  who: ['admin'],
  query: z.object({ status: DisputeState.optional() }),
  response: z.array(Dispute),
});

export const decideDispute = endpoint({
  name: 'decideDispute',
  method: 'PUT',
  path: '/api/disputes/{id}',
  summary:
    'Uphold a dispute, which pays the marketer, or reject it. Repeating the same decision changes nothing',
  who: ['admin'],
  whose: { object: 'dispute', by: ['admin'] },
  params: IdParams,
  body: z.strictObject({
    status: z.enum(['upheld', 'rejected']),
    note: z.string().trim().min(1, 'Please say why').max(2000),
  }),
  response: Dispute,
  refusals: ['dispute/not-found', 'dispute/decided', 'payment/escrow-short'],
});
