import { findCampaign } from '#campaigns/server/service.ts';
import { MINUTE } from '#kernel/time.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Presence, Signal } from '#tracking/contract.ts';
import { refuse } from '#tracking/domain.ts';
import { findSession } from '../store.ts';
import type { SessionRow } from '../tables.ts';
import { type SessionPart, sumPresence } from './sum-presence.ts';
import { isFinal, loadPart, updateSummary } from './summary-service.ts';
import { listCopies, listSessionsOfWork, lockSessionsOfWork } from './work-store.ts';

interface Work {
  campaignId: string;
  marketerId: string;
}

interface CountedPart extends SessionPart {
  session: SessionRow;
}

/** Oldest first, with the facts of all sessions together if there are several. Returns null if there is no session. */
export async function loadWorkPresence(
  reader: Reader,
  deps: Deps,
  work: Work,
): Promise<{ newest: CountedPart; parts: CountedPart[]; total: Presence | null } | null> {
  const parts: CountedPart[] = [];
  for (const { session, kept } of await listSessionsOfWork(reader, work))
    parts.push({ session, ...(await loadPart(reader, deps, session, kept)) });
  const newest = parts.at(-1);
  if (!newest) return null;
  const total = parts.length > 1 ? sumPresence(parts, await loadDuration(reader, work)) : null;
  return { newest, parts, total };
}

/**
 * Returns the sessions that a proof is based on, with their summed facts and whether at least one fix is inside
 * the zone. Call it with the campaign locked: no fix is saved before the transaction ends. Returns null if there
 * is no session. A proof counts every session, because a phone that dies or another device splits the work.
 * Computes again only what has changed since its last summary.
 * @param by.sessionId The session that the proof names, or the newest one if it is missing.
 */
export async function loadSessionsForProof(
  tx: Tx,
  deps: Deps,
  by: Work & { sessionId?: string | undefined },
): Promise<{
  id: string;
  ids: string[];
  isRunning: boolean;
  minutes: number;
  presence: Presence;
  wasInZone: boolean;
  spans: { from: Date; to: Date }[];
} | null> {
  await lockSessionsOfWork(tx, by);
  const work = await listSessionsOfWork(tx, by);
  const sessions = work.map(({ session }) => session);
  const main = by.sessionId ? sessions.find(({ id }) => id === by.sessionId) : sessions.at(-1);
  if (!main) {
    if (by.sessionId) throw refuse('session/not-found');
    return null;
  }
  const now = deps.clock.now();
  const ids = sessions.map(({ id }) => id);
  const copies = await listCopies(tx, ids);
  const parts = [];
  for (const { session, kept, isBesideElsewhere } of work) {
    // Where a neighbouring session was may be a sign. Within the same work, one of both shows it.
    const isKnown = kept !== null && isFinal(session) && !isBesideElsewhere && !copies.has(session.id);
    parts.push(isKnown ? kept : await updateSummary(tx, deps, session));
  }
  const [only, ...more] = parts;
  return {
    id: main.id,
    ids,
    isRunning: sessions.some(({ status }) => status === 'running'),
    minutes: Math.round(sessions.reduce((sum, each) => sum + openMs(each, now), 0) / MINUTE),
    presence: only && more.length === 0 ? only.presence : sumPresence(parts, await loadDuration(tx, by)),
    wasInZone: parts.some((part) => part.wasInZone),
    spans: sessions.map(({ startedAt, endedAt }) => ({ from: startedAt, to: endedAt ?? now })),
  };
}

/** A sign may be found only after the proof was sent. */
export async function loadSignsOfWork(
  reader: Reader,
  deps: Deps,
  sessionId: string,
): Promise<{ campaignId: string; marketerId: string; signals: Signal[] | undefined }> {
  const session = await findSession(reader, sessionId);
  if (!session) throw refuse('session/not-found');
  const { campaignId, marketerId } = session;
  const found = await loadWorkPresence(reader, deps, session);
  const signals = (found?.total ?? found?.newest.presence)?.signals;
  return { campaignId, marketerId, signals };
}

async function loadDuration(reader: Reader, { campaignId }: Work): Promise<number | null> {
  return (await findCampaign(reader, campaignId))?.durationMinutes ?? null;
}

function openMs(session: SessionRow, now: Date): number {
  return (session.endedAt ?? now).getTime() - session.startedAt.getTime();
}
