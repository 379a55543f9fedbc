import { sql } from 'drizzle-orm';
import { toDecimal } from '#kernel/money.ts';
import { addMilliseconds } from '#kernel/time.ts';
import { MAX_TASKS, type Task, type TaskKind } from '#notifications/tasks-contract.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { loadStandings } from '#teams/server/service.ts';
import { type TaskSource, taskSources } from './task-sources.ts';

export async function listTasks({ db, clock }: Pick<Deps, 'db' | 'clock'>, actor: Actor): Promise<Task[]> {
  const standings = await loadStandings(db, actor);
  const decidesFor = standings.ownerIds.filter((ownerId) => standings.with(ownerId).rights.decide);
  const now = clock.now();
  const selectFrom = (source: TaskSource) => {
    const { task, isSingle, select } = source;
    const accounts = source.isForDeciders ? decidesFor : [actor.userId];
    const isInTime = source.outlivesDeadline ? sql`true` : sql`due_at > ${now}`;
    const isNear =
      source.listedBeforeMs === undefined
        ? sql`true`
        : sql`due_at <= ${addMilliseconds(now, source.listedBeforeMs)}`;
    return sql`
      select ${task}::text as kind, ${isSingle ? sql`ref::text` : sql`null`} as own_page, ref::text as ref,
        campaign_id, about, case when due_at > ${now} then due_at end as due_at, cents
      from (${select}) of_kind
      where account_id = any(${sql.param(accounts)}::uuid[]) and since <= ${now} and ${isInTime} and ${isNear}`;
  };
  const { rows } = await db.execute<{
    kind: TaskKind;
    ref: string;
    campaign_id: string | null;
    about: string;
    count: number;
    due_at: Date | null;
    cents: number | null;
  }>(sql`
    select kind, campaign_id, about, min(ref) as ref, count(*)::int as count, min(due_at) as due_at,
      sum(cents)::bigint as cents
    from (${sql.join(taskSources.map(selectFrom), sql` union all `)}) waiting
    group by kind, campaign_id, about, own_page
    order by due_at nulls last, kind, about limit ${MAX_TASKS}`);
  return rows.map(({ kind, campaign_id, about, ref, count, due_at, cents }) => ({
    kind,
    campaignId: campaign_id,
    about,
    ref: count === 1 ? ref : null,
    count,
    dueAt: due_at?.toISOString() ?? null,
    amount: cents === null ? null : toDecimal(cents),
  }));
}
