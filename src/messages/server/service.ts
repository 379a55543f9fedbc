import type { BodyOf, QueryOf } from '#kernel/endpoint.ts';
import type * as contract from '#messages/contract.ts';
import type { Message, Thread } from '#messages/contract.ts';
import { refuse } from '#messages/domain.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { claimUpload } from '#uploads/server/service.ts';
import { countUnread } from './listing-service.ts';
import { publishAfterCommit, publishReadAfterCommit } from './live-service.ts';
import { formatBusiness, loadShownPeople, toMessages } from './message-presenter.ts';
import { type Party, requireParty } from './party-service.ts';
import { hasOpenReport } from './reports/report-store.ts';
import { isClosed, toUnreadRef } from './rules.ts';
import * as store from './store.ts';
import type { MessageRow, ThreadRow } from './tables.ts';

/** Refuses 'application/not-found' to other users. */
export async function getThread(
  deps: Deps,
  actor: Actor,
  applicationId: string,
  { before, limit }: QueryOf<typeof contract.getThread>,
): Promise<Thread> {
  const { db } = deps;
  const party = await requireParty(db, actor, applicationId, deps.clock.now());
  const { work, side } = party;
  const rows = await store.listMessages(db, applicationId, { before, limit: limit + 1 });
  const shown = rows.slice(0, limit).toReversed();
  const isReported = await hasOpenReport(db, applicationId, actor.userId);
  const isOver = isClosed(work, deps.clock.now());
  return {
    applicationId,
    campaignId: work.campaignId,
    campaignTitle: work.campaignTitle,
    applicationStatus: work.status,
    ...(await presentOther(deps, party)),
    messages: await toMessages(db, shown, { work, side, viewer: actor }),
    hasEarlier: rows.length > limit,
    can: { write: party.mayWrite && !isOver, report: party.mayWrite && !isReported },
    readOnly: isOver ? 'closed' : party.mayWrite ? null : 'viewer',
    isReported,
  };
}

async function presentOther(
  { db }: Deps,
  { work, side }: Party,
): Promise<Pick<Thread, 'otherName' | 'otherImage'>> {
  if (side === 'marketer') return { otherName: formatBusiness(work), otherImage: null };
  const marketer = (await loadShownPeople(db, [work.marketerId])).get(work.marketerId);
  return {
    otherName: marketer?.[work.approvedAt === null ? 'outline' : 'full'] ?? '',
    otherImage: marketer?.imageUrl ?? null,
  };
}

/**
 * Saves it once, however often the client repeats it. Refuses 'application/not-found' to other users,
 * 'team/not-allowed' to viewers, 'message/closed', and what `claimUpload` refuses.
 */
export async function sendMessage(
  deps: Deps,
  actor: Actor,
  applicationId: string,
  body: BodyOf<typeof contract.sendMessage>,
): Promise<Message> {
  return transact(deps.db, async (tx) => {
    const party = await requireParty(tx, actor, applicationId, deps.clock.now());
    if (!party.mayWrite) throw refuse('team/not-allowed');
    const thread = await store.lockOrBeginThread(tx, party.work, deps.clock.now());
    const row =
      (await findRepeated(tx, actor, applicationId, body.id)) ??
      (await add(tx, deps, actor, party, thread, body));
    const [sent] = await toMessages(tx, [row], { ...party, viewer: actor });
    if (!sent) throw new Error(`message ${row.id} has no answer`);
    return sent;
  });
}

async function findRepeated(
  tx: Tx,
  actor: Actor,
  applicationId: string,
  id: string,
): Promise<MessageRow | undefined> {
  const known = await store.findMessage(tx, id);
  if (!known) return undefined;
  const isSame = known.authorId === actor.userId && known.applicationId === applicationId;
  if (!isSame) throw refuse('message/id-taken');
  return known;
}

async function add(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  { work, side }: Party,
  thread: ThreadRow,
  { id, text, files }: BodyOf<typeof contract.sendMessage>,
): Promise<MessageRow> {
  const now = deps.clock.now();
  if (isClosed(work, now)) throw refuse('message/closed');
  const { applicationId } = work;
  const sequence = thread.lastSequence + 1;
  const inserted = await store.insertMessage(tx, {
    id,
    applicationId,
    sequence,
    kind: 'text',
    side,
    authorId: actor.userId,
    text,
    createdAt: now,
  });
  // The same id was used in another conversation at the same moment.
  if (!inserted) throw refuse('message/id-taken');
  for (const { uploadId } of files) {
    await claimUpload(tx, { uploadId, ownerId: actor.userId, purposes: ['message'], at: now });
  }
  await store.insertFiles(
    tx,
    files.map(({ uploadId, name }, position) => ({ messageId: id, uploadId, name, position })),
  );
  await store.upsertRead(tx, { applicationId, accountId: actor.userId, sequence });
  await store.updateThread(tx, applicationId, {
    lastSequence: sequence,
    lastAt: now,
    ...toUnread(thread, side, now),
  });
  await publishAfterCommit(tx, deps, work);
  return inserted;
}

function toUnread(thread: ThreadRow, side: Party['side'], now: Date): Partial<ThreadRow> {
  return side === 'marketer'
    ? {
        advertiserUnreadSince: thread.advertiserUnreadSince ?? now,
        marketerUnreadSince: null,
        marketerMailedAt: null,
      }
    : {
        marketerUnreadSince: thread.marketerUnreadSince ?? now,
        advertiserUnreadSince: null,
        advertiserMailedAt: null,
      };
}

/** Returns how many messages are unread in all conversations. */
export async function markThreadRead(
  deps: Deps,
  actor: Actor,
  applicationId: string,
  { sequence }: BodyOf<typeof contract.markThreadRead>,
): Promise<{ unread: number }> {
  await transact(deps.db, async (tx) => {
    const party = await requireParty(tx, actor, applicationId, deps.clock.now());
    const thread = await store.lockThread(tx, applicationId);
    if (!thread) return;
    const upTo = Math.min(sequence, thread.lastSequence);
    await store.upsertRead(tx, { applicationId, accountId: actor.userId, sequence: upTo });
    await endWait(tx, party, upTo);
    publishReadAfterCommit(tx, deps, actor.userId, applicationId);
  });
  return { unread: await countUnread(deps.db, actor) };
}

/** This side needs no email any more, unless only a viewer has read it, who cannot answer. */
async function endWait(tx: Tx, { work, side, mayWrite }: Party, upTo: number): Promise<void> {
  const other = side === 'marketer' ? 'advertiser' : 'marketer';
  if (!mayWrite || (await store.hasMessageAfter(tx, work.applicationId, other, upTo))) return;
  await store.updateThread(
    tx,
    work.applicationId,
    side === 'marketer'
      ? { marketerUnreadSince: null, marketerMailedAt: null }
      : { advertiserUnreadSince: null, advertiserMailedAt: null },
  );
}

export async function isStillUnread(reader: Reader, ref: string): Promise<boolean> {
  const thread = await store.findThread(reader, ref.split(':')[0] ?? '');
  if (!thread) return false;
  const { applicationId, marketerUnreadSince, advertiserUnreadSince } = thread;
  return [
    toUnreadRef(applicationId, 'marketer', marketerUnreadSince),
    toUnreadRef(applicationId, 'advertiser', advertiserUnreadSince),
  ].includes(ref);
}

export { subscribeToConversations } from './live-service.ts';
