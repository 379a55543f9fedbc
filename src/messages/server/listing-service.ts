import type { QueryOf } from '#kernel/endpoint.ts';
import { listThreads as listContract, type ThreadSummary } from '#messages/contract.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { linkToNext, parseTimePage } from '#platform/server/time-cursor.ts';
import { loadStandings } from '#teams/server/service.ts';
import { formatBusiness, loadShownPeople } from './message-presenter.ts';
import * as threadStore from './thread-store.ts';

export async function listThreads(
  { db, clock }: Deps,
  actor: Actor,
  query: QueryOf<typeof listContract>,
): Promise<ThreadSummary[]> {
  const reach = await loadReach(db, actor);
  const page = { ...parseTimePage(query), now: clock.now() };
  const rows = await threadStore.listThreads(db, reach, query.search, page);
  const marketers = await loadShownPeople(
    db,
    reach.side === 'marketer' ? [] : rows.map(({ marketerId }) => marketerId),
  );
  return rows.map((row) => ({
    applicationId: row.applicationId,
    campaignId: row.campaignId,
    campaignTitle: row.campaignTitle,
    applicationStatus: row.status,
    otherName:
      reach.side === 'marketer'
        ? formatBusiness(row)
        : // One advertiser may know the same marketer from one campaign only.
          (marketers.get(row.marketerId)?.[row.approvedAt ? 'full' : 'outline'] ?? ''),
    otherImage: marketers.get(row.marketerId)?.imageUrl ?? null,
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
