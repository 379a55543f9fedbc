import { sql } from 'drizzle-orm';
import { findCampaign } from '#campaigns/server/service.ts';
import { REMINDER_MS } from '#disputes/contract.ts';
import { addMilliseconds } from '#kernel/time.ts';
import type { StuckSearch } from '#payments/server/ports.ts';
import { transact } from '#platform/server/db/transact.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { forEachObject } from '#platform/server/outbox/sweep-objects.ts';
import type { Deps } from '#proofs/server/ports.ts';
import { findProof } from '#proofs/server/service.ts';
import { escalate } from './case-service.ts';
import { lockCase, toEventPayload } from './cases.ts';
import { disputeDueSoon } from './events.ts';
import * as store from './store.ts';

const BATCH_SIZE = 100;

/** If one fails, the others still run. */
export async function escalateExpired(deps: Deps): Promise<void> {
  const failures: unknown[] = [];
  const now = deps.clock.now();
  let last: store.ExpiredDispute | undefined;
  do {
    const expired = await store.listExpired(deps.db, { now, limit: BATCH_SIZE, after: last });
    await forEachObject(
      expired,
      ({ id }) => escalateIfExpired(deps, id),
      (error) => failures.push(error),
    );
    last = expired.at(-1);
  } while (last);
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} disputes were not escalated`);
}

async function escalateIfExpired(deps: Deps, id: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const found = await lockCase(tx, id);
    // A side may have acted in between.
    const { dueAt, state } = found.row;
    if (dueAt === null || dueAt > deps.clock.now() || state === 'escalated') return;
    await escalate(tx, deps, found, null);
  });
}

/** Announces each deadline once. The rest follows next time. */
export async function remindOfDeadlines(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  await transact(deps.db, async (tx) => {
    const rows = await store.markReminded(tx, {
      now,
      until: addMilliseconds(now, REMINDER_MS),
      limit: BATCH_SIZE,
    });
    const entries = await store.listEntries(
      tx,
      rows.map(({ id }) => id),
    );
    for (const row of rows) {
      const { id, state, dueAt } = row;
      const proof = await findProof(tx, row.proofId);
      const campaign = await findCampaign(tx, row.campaignId);
      if (!proof || !campaign || dueAt === null || !isWaiting(state)) continue;
      const proposals = entries.filter(({ disputeId, kind }) => disputeId === id && kind === 'proposed');
      const side = proposals.at(-1)?.side ?? null;
      const payload = {
        ...toEventPayload(row, { proof, campaign }),
        state,
        proposedBy: state === 'proposed' && side !== 'platform' ? side : null,
        dueAt: dueAt.toISOString(),
      };
      await announce(tx, disputeDueSoon, { ref: `${id} ${dueAt.toISOString()}`, payload }, deps.clock);
    }
  });
}

const waitingStates = ['open', 'answered', 'proposed', 'escalated'] as const;
const isWaiting = (state: string): state is (typeof waitingStates)[number] =>
  waitingStates.some((waiting) => waiting === state);

export const overdueDisputes: StuckSearch = {
  kind: 'dispute',
  from: sql`dispute q join campaign c on c.id = q.campaign_id`,
  where: (before) => sql`q.due_at is not null and q.due_at < ${before}`,
  since: sql`q.due_at`,
  key: sql`q.id`,
  state: sql`q.state`,
  issue: sql`null::text`,
  amount: sql`q.pay_cents`,
  person: sql`(select w.marketer_id from proof w where w.id = q.proof_id)`,
  about: sql`c.title`,
};
