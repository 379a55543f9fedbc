import { z } from 'zod';
import { IdParams } from '#kernel/endpoint.ts';
import { PageQuery } from '#kernel/page.ts';
import { problem } from '#kernel/text.ts';
import { HOUR } from '#kernel/time.ts';
import { DecidedProof, Proof } from './contract.ts';
import { endpoint } from './domain.ts';

/** Below this share of the campaign's duration inside the area, a proof is weak (decision 38.1). */
export const WEAK_BELOW = 0.5;

/** An admin decides a weak proof within this time after the review period. */
export const ADMIN_PERIOD_MS = 72 * HOUR;

export const listWeakProofs = endpoint({
  name: 'listWeakProofs',
  method: 'GET',
  path: '/api/admin/proofs',
  summary:
    'Weak proofs that the advertiser did not decide in time, longest overdue first; the Link header has the next page',
  who: ['admin'],
  query: PageQuery,
  response: z.array(Proof),
});

export const decideWeakProof = endpoint({
  name: 'decideWeakProof',
  method: 'PUT',
  path: '/api/admin/proofs/{id}',
  summary: 'Decide a weak proof that the advertiser did not decide in time',
  who: ['admin'],
  whose: { object: 'proof', by: ['admin'] },
  params: IdParams,
  body: z.strictObject({
    status: z.enum(['approved', 'rejected']),
    /** Both sides read it. */
    reviewNotes: z.string().trim().min(3, problem('Please say why')).max(2000),
  }),
  response: DecidedProof,
  refusals: ['proof/not-found', 'proof/decided', 'proof/not-for-admins', 'proof/own', 'payment/escrow-short'],
  vital: true,
});
