import type { QueryOf } from '#kernel/endpoint.ts';
import { listThreads as listContract, type ThreadSummary } from '#messages/contract.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { linkToNext, parseTimePage } from '#platform/server/time-cursor.ts';
import { loadNames } from '#profiles/server/service.ts';
import { loadStandings } from '#teams/server/service.ts';
import { formatBusiness, loadShownNames } from './message-presenter.ts';
import * as threadStore from './thread-store.ts';

/** Returns a page of the user's conversations, newest first. */
export async function listThreads(
  { db, clock }: Deps,
  actor: Actor,
  query: QueryOf<typeof listContract>,
): Promise<ThreadSummary[]> {
  const reach = await loadReach(db, actor);
  const page = { ...parseTimePage(query), now: clock.now() };
  const rows = await threadStore.listThreads(db, reach, query.search, page);
  const marketers = reach.side === 'marketer' ? [] : rows;
  const pictures = await loadNames(db, [...new Set(marketers.map(({ marketerId }) => marketerId))]);
  // One advertiser may know the same marketer from one campaign only.
  const outlined = await loadShownNames(
    db,
    marketers.map(({ marketerId: id }) => ({ id, isKnown: false })),
  );
  const full = await loadShownNames(
    db,
    marketers.map(({ marketerId: id }) => ({ id, isKnown: true })),
  );
  return rows.map((row) => ({
    applicationId: row.applicationId,
    campaignId: row.campaignId,
    campaignTitle: row.campaignTitle,
    applicationStatus: row.status,
    otherName:
      reach.side === 'marketer'
        ? formatBusiness(row)
        : ((row.approvedAt ? full : outlined).get(row.marketerId) ?? ''),
    otherImage: pictures.get(row.marketerId)?.imageUrl ?? null,
    lastMessage: {
      kind: row.kind,
      side: row.side,
      isOwn: row.authorId === actor.userId,
      text: row.text,
      createdAt: row.createdAt.toISOString(),
      fileCount: row.fileCount,
    },
    lastAt: row.lastAt.toISOString(),
    unread: row.unread,
  }));
}

export function linkToNextThreads(
  threads: readonly ThreadSummary[],
  query: QueryOf<typeof listContract>,
): string | null {
  const last = threads.at(-1);
  const place = last && { at: last.lastAt, id: last.applicationId };
  return linkToNext(listContract.path, query, threads.length, place);
}

export async function countUnread(reader: Reader, actor: Actor): Promise<number> {
  return threadStore.countUnread(reader, await loadReach(reader, actor));
}

async function loadReach(reader: Reader, actor: Actor): Promise<threadStore.Reach> {
  const { userId } = actor;
  if (actor.role === 'marketer') return { userId, side: 'marketer' };
  return { userId, side: 'advertiser', ownerIds: (await loadStandings(reader, actor)).ownerIds };
}
