import { type SQL, sql } from 'drizzle-orm';
import { DAY } from '#kernel/time.ts';
import type { TaskKind } from '#notifications/tasks-contract.ts';
import { deadlineKinds } from '../deadlines/deadline-kinds.ts';

/** The other tasks are listed at once. */
const listedBeforeMs: Partial<Record<TaskKind, number>> = {
  'fund-draft': 7 * DAY,
  'confirm-followers': 14 * DAY,
};

/** The columns of Deadline. */
export interface TaskSource {
  task: TaskKind;
  isForDeciders?: boolean;
  /** Each object is listed alone, because it has a page of its own. */
  isSingle?: boolean;
  /** The task is then listed without a deadline. */
  outlivesDeadline?: boolean;
  listedBeforeMs?: number | undefined;
  select: SQL;
}

const lastProposer = sql`(
  select e.side from dispute_entry e where e.dispute_id = d.id and e.kind = 'proposed' order by e.turn desc limit 1)`;

const selectDisputes = (accountId: SQL, side: 'marketer' | 'advertiser') => sql`
  select ${accountId} as account_id, d.id as ref, d.opened_at as since, d.due_at,
    c.id as campaign_id, c.title as about, null::bigint as cents
  from dispute d join proof p on p.id = d.proof_id join campaign c on c.id = d.campaign_id
  where d.state in ('open', 'answered', 'proposed')
    and case d.state when 'open' then d.side <> ${side} when 'proposed' then ${lastProposer} <> ${side} else true end`;

export const taskSources: readonly TaskSource[] = [
  ...deadlineKinds.flatMap(({ task, ...kind }) =>
    task ? [{ ...kind, task, listedBeforeMs: listedBeforeMs[task] }] : [],
  ),
  {
    task: 'decide-applicants',
    isForDeciders: true,
    outlivesDeadline: true,
    select: sql`
      select c.advertiser_id as account_id, a.id as ref, a.applied_at as since, c.start_time as due_at,
        c.id as campaign_id, c.title as about, null::bigint as cents
      from application a join campaign c on c.id = a.campaign_id
      where a.status = 'pending' and c.status = 'active' and c.closing_since is null and c.paused_since is null`,
  },
  {
    task: 'answer-invitation',
    select: sql`
      select i.marketer_id as account_id, i.id as ref, i.invited_at as since, c.closes_at as due_at,
        c.id as campaign_id, c.title as about, null::bigint as cents
      from campaign_invitation i join campaign c on c.id = i.campaign_id
      where i.status = 'open' and c.is_open and c.hired < c.needed`,
  },
  { task: 'answer-dispute', isSingle: true, select: selectDisputes(sql`p.marketer_id`, 'marketer') },
  {
    task: 'answer-dispute',
    isSingle: true,
    isForDeciders: true,
    select: selectDisputes(sql`c.advertiser_id`, 'advertiser'),
  },
];
