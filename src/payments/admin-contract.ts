import { z } from 'zod';
import { endpoint } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { IsoTime } from '#kernel/time.ts';

/** What administrators see of money beyond the trial balance (decisions.md 7.8). */

const Cents = z.string().nullable();

export const Reconciliation = z.object({
  id: Id,
  startedAt: IsoTime,
  /** Null while it runs, and where it was cut off. */
  finishedAt: IsoTime.nullable(),
  from: IsoTime,
  to: IsoTime,
  /** The wallet's whole balance as we have it (psp and psp_held) and as the wallet says; null where it did not. */
  ours: Cents,
  theirs: Cents,
  /** By how much theirs may lie below and above ours, since something is on its way or too young to be reported. */
  wayOut: Cents,
  wayIn: Cents,
  /** Facts that were held against each other. */
  compared: z.number().int(),
  differences: z.array(
    z.object({
      kind: z.enum(['capture', 'refund', 'payout', 'fee', 'dispute', 'balance', 'other']),
      /** What to look it up by, at the wallet or here. */
      reference: z.string(),
      /** Signed decimal strings; null where one side has nothing. */
      ours: Cents,
      theirs: Cents,
    }),
  ),
  /** Why nothing can be said, or not everything. */
  problem: z.string().nullable(),
});
export type Reconciliation = z.infer<typeof Reconciliation>;

export const listReconciliations = endpoint({
  name: 'listReconciliations',
  method: 'GET',
  path: '/api/admin/reconciliation',
  summary: 'The latest comparisons of the wallet’s books with ours, newest first',
  who: ['admin'],
  response: z.array(Reconciliation),
});

export const runReconciliation = endpoint({
  name: 'runReconciliation',
  method: 'POST',
  path: '/api/admin/reconciliation',
  summary: 'Compares the wallet’s books with ours now; without a span, those of the last seven days',
  who: ['admin'],
  /** At most 31 days. */
  body: z.object({ from: IsoTime.optional(), to: IsoTime.optional() }).default({}),
  response: Reconciliation,
  limit: 'payment',
  refusals: ['payment/reconciliation-running'],
});
