import { sql } from 'drizzle-orm';
import { SECOND } from '#kernel/time.ts';
import type { Deps } from '../deps.ts';
import type { Figures } from '../metrics/figures.ts';
import type { EffectHandler } from './enqueue.ts';

const DUE = 'promenade_outbox_due';
const OLDEST = 'promenade_outbox_oldest_due_seconds';

/** In a longer backlog, the oldest still say how late it is. */
const MAX_COUNTED = 10_000;

/** Leaves out effects that are held, because they are not late. */
export function outboxFigures(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  listEffects: () => readonly EffectHandler[],
): Figures {
  return {
    gauges: [
      {
        name: DUE,
        help: `Due outbox rows: at most ${MAX_COUNTED} events, and as many effects of each kind`,
        labels: ['kind'],
      },
      { name: OLDEST, help: 'Time since the oldest due outbox row was due', labels: ['kind'] },
    ],
    read: async () => {
      const now = clock.now();
      const kinds = listEffects().flatMap(({ kind, isHeld }) => (isHeld() ? [] : [kind]));
      // The conditions are those of the indexes outbox_events and outbox_lane.
      const { rows } = await db.execute<{ kind: string; due: number; oldest: Date }>(sql`
        select kind, count(*)::int as due, min(next_at) as oldest from (
          (select kind, next_at from outbox where form = 'event' and state = 'ready' and next_at <= ${now}
            order by next_at limit ${MAX_COUNTED})
          union all
          -- One kind at a time, so that the index gives the oldest first.
          select own.kind, next_at from unnest(${sql.param(kinds)}::text[]) as own (kind) cross join lateral (
            select next_at from outbox where form = 'effect' and state in ('ready', 'sent', 'unknown')
              and kind = own.kind and next_at <= ${now} order by next_at limit ${MAX_COUNTED}
          ) as first
        ) as waiting group by kind`);
      return rows.flatMap(({ kind, due, oldest }) => [
        { name: DUE, labels: { kind }, value: due },
        { name: OLDEST, labels: { kind }, value: (now.getTime() - oldest.getTime()) / SECOND },
      ]);
    },
  };
}
