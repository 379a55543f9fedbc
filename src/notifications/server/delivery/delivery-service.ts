import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { wantsDelivery } from '../email-choices/choices-service.ts';
import { enqueuePush } from '../push/push-effects.ts';
import { listPushSubscriptions } from '../push/push-store.ts';
import { getTopic } from '../notification-kinds.ts';
import { type Channel, lockLiveAccount } from '../store.ts';
import { enqueueNotice, type MailedNotice } from './delivery-mail.ts';
import { findSchedule, insertWaiting } from './delivery-store.ts';
import { emailDueAt, pushDueAt } from './schedule.ts';

export interface Delivery extends MailedNotice {
  /** The message arrives before it. */
  deadline?: Date;
}

/** Does nothing if the topic is muted. */
export async function deliverEmail(tx: Tx, deps: Deps, userId: string, notice: Delivery): Promise<void> {
  if (!(await wantsDelivery(tx, userId, { channel: 'email', kind: notice.kind }))) return;
  const dueAt = await findDueAt(tx, deps, userId, { channel: 'email', notice });
  if (dueAt === null) await enqueueNotice(tx, deps, userId, notice);
  else await wait(tx, deps, userId, { channel: 'email', notice, dueAt });
}

export async function deliverInSummary(tx: Tx, deps: Deps, userId: string, notice: Delivery): Promise<void> {
  const schedule = await findSchedule(tx, userId);
  if (schedule && schedule.digestHour !== null) await deliverEmail(tx, deps, userId, notice);
}

export async function deliverPush(tx: Tx, deps: Deps, userId: string, notice: Delivery): Promise<void> {
  if ((await listPushSubscriptions(tx, userId)).length === 0) return;
  if (!(await wantsDelivery(tx, userId, { channel: 'push', kind: notice.kind }))) return;
  const dueAt = await findDueAt(tx, deps, userId, { channel: 'push', notice });
  if (dueAt === null) await enqueuePush(tx, deps, userId, notice);
  else await wait(tx, deps, userId, { channel: 'push', notice, dueAt });
}

interface Message {
  channel: Channel;
  notice: Delivery;
}

/** Returns null for now. Emails about the account never wait. */
async function findDueAt(
  tx: Tx,
  { clock }: Deps,
  userId: string,
  { channel, notice }: Message,
): Promise<Date | null> {
  if (channel === 'email' && getTopic(notice.kind) === 'account') return null;
  const schedule = await findSchedule(tx, userId);
  if (!schedule) return null;
  return (channel === 'email' ? emailDueAt : pushDueAt)(clock.now(), schedule, notice.deadline ?? null);
}

async function wait(
  tx: Tx,
  { clock }: Deps,
  userId: string,
  { channel, notice, dueAt }: Message & { dueAt: Date },
): Promise<void> {
  const { kind, ref, title, text, href, deadline } = notice;
  // Deleting an account erases what waits for it.
  if (!(await lockLiveAccount(tx, userId))) return;
  await insertWaiting(tx, {
    accountId: userId,
    channel,
    kind,
    ref,
    title,
    text,
    href,
    deadline: deadline ?? null,
    dueAt,
    createdAt: clock.now(),
  });
}
