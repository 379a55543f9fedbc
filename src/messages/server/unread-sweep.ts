import { and, inArray, isNotNull, isNull, lte } from 'drizzle-orm';
import { addMilliseconds } from '#kernel/time.ts';
import { MAIL_AFTER_MS, type MessageSide } from '#messages/contract.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { messageUnread } from './events.ts';
import { toUnreadRef } from './rules.ts';
import { messageThread } from './tables.ts';

/** The rest is due at the next run. */
const BATCH_SIZE = 500;

export async function announceUnread(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  for (const side of ['marketer', 'advertiser'] as const) {
    await transact(deps.db, (tx) => announceSide(tx, deps, side));
  }
}

const columns = {
  marketer: { since: messageThread.marketerUnreadSince, mailed: messageThread.marketerMailedAt },
  advertiser: { since: messageThread.advertiserUnreadSince, mailed: messageThread.advertiserMailedAt },
};

async function announceSide(tx: Tx, { clock }: Pick<Deps, 'clock'>, side: MessageSide): Promise<void> {
  const now = clock.now();
  const { since, mailed } = columns[side];
  const due = tx
    .select({ id: messageThread.applicationId })
    .from(messageThread)
    .where(and(isNotNull(since), lte(since, addMilliseconds(now, -MAIL_AFTER_MS)), isNull(mailed)))
    .orderBy(since)
    .limit(BATCH_SIZE)
    .for('no key update', { skipLocked: true });
  const rows = await tx
    .update(messageThread)
    .set(side === 'marketer' ? { marketerMailedAt: now } : { advertiserMailedAt: now })
    .where(inArray(messageThread.applicationId, due))
    .returning({
      applicationId: messageThread.applicationId,
      campaignId: messageThread.campaignId,
      marketerId: messageThread.marketerId,
      advertiserId: messageThread.advertiserId,
      since,
    });
  for (const { since: unreadSince, ...fact } of rows) {
    const ref = toUnreadRef(fact.applicationId, side, unreadSince);
    await announce(tx, messageUnread, { ref, payload: { ...fact, side } }, clock);
  }
}
