import { type SQL, sql } from 'drizzle-orm';
import { t } from '#kernel/text.ts';
import { addMilliseconds, DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { milliseconds } from '#platform/server/db/milliseconds.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { forEachObject } from '#platform/server/outbox/sweep-objects.ts';
import type { Sweep } from '#platform/server/outbox/sweep-runner.ts';
import { findSchedule } from '../delivery/delivery-store.ts';
import { beforeQuietHours, type Schedule } from '../delivery/schedule.ts';
import type { NotificationKind } from '../notification-kinds.ts';
import { formatTimeFor } from '../format-time-for.ts';
import { notify, notifyDeciders } from '../service.ts';
import type { Deadline, DeadlineKind } from './deadline.ts';
import { deadlineKinds } from './deadline-kinds.ts';

const WARNED_BEFORE_MS = DAY;
const BATCH = 500;

export function deadlineSweep(deps: Deps): Sweep {
  return {
    name: 'notifications/warn of deadlines',
    everyMs: 5 * MINUTE,
    run: () => warnOfDeadlines(deps),
  };
}

/** Warns a day before each deadline, or after half of the time if users have less than two days. */
async function warnOfDeadlines(deps: Deps): Promise<void> {
  await forEachObject(
    await listUnwarned(deps.db, deadlineKinds, deps.clock.now()),
    (deadline) => warn(deps, deadline),
    (error, { kind, ref }) =>
      deps.log.error({ err: error, kind, ref }, 'a user was not warned of a deadline'),
  );
}

async function warn(deps: Deps, { kind, accountId, ref }: Unwarned): Promise<void> {
  const declared = deadlineKinds.find((each) => each.kind === kind);
  if (!declared) return;
  await transact(deps.db, async (tx) => {
    const now = deps.clock.now();
    // It may have been met in the meantime.
    const only = sql`and d.account_id = ${accountId} and d.ref = ${ref}`;
    const [deadline] = await listUnwarned(tx, [declared], now, only);
    if (!deadline) return;
    const schedule = await findSchedule(tx, accountId);
    if (now < getWarningTime(deadline, schedule)) return;
    const { dueAt } = deadline;
    // A team reads the same words, so they leave out the owner's own time.
    const reader = declared.isForDeciders ? { ...deadline, accountId: null } : deadline;
    const formatTime = await formatTimeFor(tx, reader, dueAt);
    const format = () => declared.format(deadline, formatTime());
    const notice = {
      kind,
      ref,
      title: () => t(format().title),
      text: () => t(format().text),
      href: format().href,
      isMailed: declared.isMailed,
      deadline: dueAt,
    };
    await (declared.isForDeciders ? notifyDeciders : notify)(tx, deps, accountId, notice);
  });
}

interface Unwarned extends Deadline {
  kind: NotificationKind;
}

function getWarningTime({ since, dueAt }: Deadline, schedule: Schedule | null): Date {
  const halfMs = (dueAt.getTime() - since.getTime()) / 2;
  const planned = addMilliseconds(dueAt, -Math.min(WARNED_BEFORE_MS, halfMs));
  return schedule ? beforeQuietHours(planned, schedule) : planned;
}

async function listUnwarned(
  reader: Reader,
  kinds: readonly DeadlineKind[],
  now: Date,
  only: SQL = sql``,
): Promise<Unwarned[]> {
  const latest = addMilliseconds(now, 2 * DAY + HOUR);
  const selects = kinds.map(
    (declared) => sql`
      select ${declared.kind}::text as kind, account_id, ref::text as ref, since, due_at, campaign_id, about,
        cents::bigint as cents
      from (${selectNear(declared, now, latest)}) of_kind where due_at > ${now} and due_at <= ${latest} and since <= ${now}`,
  );
  const { rows } = await reader.execute<{
    kind: NotificationKind;
    account_id: string;
    ref: string;
    since: Date;
    due_at: Date;
    campaign_id: string | null;
    about: string;
    cents: number | null;
  }>(sql`
    select d.* from (${sql.join(selects, sql` union all `)}) d
    left join notification_schedule s on s.account_id = d.account_id
    where true ${only}
      -- Warnings that would fall into quiet hours come earlier, by at most the length of these hours and a margin.
      and d.due_at - least(${milliseconds(WARNED_BEFORE_MS)}, (d.due_at - d.since) / 2)
        <= ${now}::timestamptz + coalesce((s.quiet_until - s.quiet_from + 1440) % 1440 + 15, 0) * interval '1 minute'
      and not exists (
        select 1 from notification n
        where n.account_id = d.account_id and n.kind = d.kind and n.ref = d.ref)
    order by d.due_at limit ${BATCH}`);
  return rows.map((row) => ({
    kind: row.kind,
    accountId: row.account_id,
    ref: row.ref,
    since: row.since,
    dueAt: row.due_at,
    campaignId: row.campaign_id,
    about: row.about,
    cents: row.cents,
  }));
}

export function selectNear({ select, runs }: DeadlineKind, now: Date, latest: Date): SQL {
  if (!runs) return select;
  const { from, forMs } = runs;
  return sql`${select} and ${from} > ${addMilliseconds(now, -forMs)} and ${from} <= ${addMilliseconds(latest, -forMs)}`;
}
