import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

export const TASK_KINDS = [
  // For advertisers and their managers.
  'review-proofs',
  'decide-applicants',
  'fund-draft',
  'pay-shortfall',
  // For marketers.
  'answer-invitation',
  'send-proof',
  'send-again',
  'dispute-rejection',
  'confirm-followers',
  // For both sides.
  'answer-dispute',
] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** All of one kind in one campaign together, but each dispute alone. */
export const Task = z.object({
  kind: z.enum(TASK_KINDS),
  campaignId: Id.nullable(),
  /** The campaign's title, or the social platform. */
  about: z.string(),
  /** The object's id if there is only one. */
  ref: z.string().nullable(),
  count: z.number().int(),
  dueAt: IsoTime.nullable(),
  /** Dollars, such as '12.50'. Null if the task is not a payment. */
  amount: z.string().nullable(),
});
export type Task = z.infer<typeof Task>;

export const MAX_TASKS = 50;

export const listTasks = endpoint({
  name: 'listTasks',
  method: 'GET',
  path: '/api/tasks',
  summary: `What waits for me or a business for which I decide, the next deadline first, at most ${MAX_TASKS}`,
  who: ['marketer', 'advertiser'],
  response: z.array(Task),
});
