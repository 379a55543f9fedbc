import { sql } from 'drizzle-orm';
import { SECOND } from '#kernel/time.ts';
import type { Deps } from '../deps.ts';
import type { Figures } from '../metrics/figures.ts';

const DUE = 'promenade_outbox_due';
const OLDEST = 'promenade_outbox_oldest_due_seconds';

/** In a longer backlog, the oldest still say how late it is. */
const MAX_COUNTED = 10_000;

export function outboxFigures({ db, clock }: Pick<Deps, 'db' | 'clock'>): Figures {
  return {
    gauges: [
      { name: DUE, help: `Outbox rows that are due, at most ${MAX_COUNTED} of each form`, labels: ['kind'] },
      { name: OLDEST, help: 'Time since the oldest due outbox row was due', labels: ['kind'] },
    ],
    read: async () => {
      const now = clock.now();
      // The conditions are those of the indexes outbox_events and outbox_lane.
      const { rows } = await db.execute<{ kind: string; due: number; oldest: Date }>(sql`
        select kind, count(*)::int as due, min(next_at) as oldest from (
          (select kind, next_at from outbox where form = 'event' and state = 'ready' and next_at <= ${now}
            order by next_at limit ${MAX_COUNTED})
          union all
          (select kind, next_at from outbox
            where form = 'effect' and state in ('ready', 'sent', 'unknown') and next_at <= ${now} limit ${MAX_COUNTED})
        ) as waiting group by kind`);
      return rows.flatMap(({ kind, due, oldest }) => [
        { name: DUE, labels: { kind }, value: due },
        { name: OLDEST, labels: { kind }, value: (now.getTime() - oldest.getTime()) / SECOND },
      ]);
    },
  };
}
