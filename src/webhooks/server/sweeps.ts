import { sql } from 'drizzle-orm';
import { addMilliseconds, DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { deleteInBatches } from '#platform/server/db/delete-in-batches.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Sweep } from '#platform/server/outbox/sweep-runner.ts';
import { queueCall, quickCall, slowCall } from './call-queue.ts';

const AT_ONCE = 500;

/** The outbox keeps no call for longer than 15 minutes before it is due. */
export function dueCallsSweep(deps: Deps): Sweep {
  return { name: 'webhooks/queue due calls', everyMs: MINUTE, run: () => queueDueCalls(deps) };
}

async function queueDueCalls(deps: Deps): Promise<void> {
  const kinds = sql.param([quickCall.kind, slowCall.kind]);
  for (let queued = AT_ONCE; queued === AT_ONCE;) {
    queued = await transact(deps.db, async (tx) => {
      const { rows } = await tx.execute<{
        deliveryId: string;
        webhookId: string;
        turn: number;
        isSlow: boolean;
      }>(sql`
        select d.id as "deliveryId", d.webhook_id as "webhookId", d.turn, w.is_slow as "isSlow"
        from outgoing_webhook_delivery d join outgoing_webhook w on w.id = d.webhook_id
        where d.state = 'waiting' and d.next_at <= ${deps.clock.now()} and not exists (
          select from outbox o where o.kind = any(${kinds}::text[]) and o.ref = d.id || ':' || d.turn)
        order by d.next_at limit ${AT_ONCE} for update of d skip locked`);
      for (const call of rows) await queueCall(tx, deps, call);
      return rows.length;
    });
  }
}

export const DELIVERIES_KEPT_MS = 30 * DAY;

export function retentionSweep({ db, clock }: Pick<Deps, 'db' | 'clock'>): Sweep {
  return {
    name: 'webhooks/delete old deliveries',
    everyMs: HOUR,
    run: async () => {
      await db.execute(sql`
        update outgoing_webhook set sealed_former_secret = null, former_secret_until = null
        where former_secret_until <= ${clock.now()}`);
      // A process of an earlier version, which knows no webhooks, may have deleted the account during a deploy.
      await db.execute(sql`
        delete from outgoing_webhook w using account a where a.id = w.account_id
          and (a.deleted_at is not null or a.role is null or a.role not in ('marketer', 'advertiser'))`);
      const before = addMilliseconds(clock.now(), -DELIVERIES_KEPT_MS);
      await deleteInBatches((limit) =>
        db.execute(sql`
          delete from outgoing_webhook_delivery where id in (
            select id from outgoing_webhook_delivery where state <> 'waiting' and created_at <= ${before}
            order by created_at limit ${limit} for update skip locked)`),
      );
    },
  };
}
