/** The presence in all sessions of a marketer's place in a campaign. */
import { findCampaign } from '#campaigns/server/service.ts';
import { MINUTE } from '#kernel/time.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Presence } from '#tracking/contract.ts';
import { refuse } from '#tracking/domain.ts';
import { getTrackedSpan } from '../rules.ts';
import * as store from '../store.ts';
import type { SessionRow } from '../tables.ts';
import { sumPresence } from './sum-presence.ts';
import { loadPresence, updateSummary } from './summary-service.ts';

interface Work {
  campaignId: string;
  marketerId: string;
}

/**
 * Returns the newest of the marketer's sessions in a campaign with its facts, and the facts of all of them together
 * if there are several. Returns null if there is no session.
 */
export async function loadWorkPresence(
  reader: Reader,
  deps: Deps,
  work: Work,
): Promise<{ newest: SessionRow; presence: Presence; total: Presence | null } | null> {
  const parts = [];
  for (const session of await store.listSessionsOfWork(reader, work))
    parts.push({
      session,
      presence: await loadPresence(reader, deps, session),
      lengthMs: trackedMs(session, deps.clock.now()),
    });
  const last = parts.at(-1);
  if (!last) return null;
  const total = parts.length > 1 ? sumPresence(parts, await loadDuration(reader, work)) : null;
  return { newest: last.session, presence: last.presence, total };
}

/**
 * Returns the sessions that a proof is based on, with their summed facts and whether at least one fix is inside
 * the zone. Call it with the campaign locked: no fix is saved before the transaction ends. Returns null if there
 * is no session. A proof counts every session, because a phone that dies or another device splits the work.
 * @param by.sessionId The session that the proof names, or the newest one if it is missing.
 */
export async function loadSessionsForProof(
  tx: Tx,
  deps: Deps,
  by: Work & { sessionId?: string | undefined },
): Promise<{
  id: string;
  /** Of all sessions, for `closeSession`. */
  ids: string[];
  isRunning: boolean;
  minutes: number;
  presence: Presence;
  wasInZone: boolean;
} | null> {
  const sessions = await store.listSessionsOfWork(tx, by);
  const main = by.sessionId ? sessions.find(({ id }) => id === by.sessionId) : sessions.at(-1);
  if (!main) {
    if (by.sessionId) throw refuse('session/not-found');
    return null;
  }
  const now = deps.clock.now();
  const parts = [];
  let wasInZone = false;
  // Lock sessions in the order of their ids, as everywhere.
  for (const session of sessions.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const updated = await updateSummary(tx, deps, session);
    wasInZone ||= updated.wasInZone;
    parts.push({ presence: updated.presence, lengthMs: trackedMs(session, now) });
  }
  const [only, ...more] = parts;
  return {
    id: main.id,
    ids: sessions.map(({ id }) => id),
    isRunning: sessions.some(({ status }) => status === 'running'),
    minutes: Math.round(sessions.reduce((sum, each) => sum + openMs(each, now), 0) / MINUTE),
    presence: only && more.length === 0 ? only.presence : sumPresence(parts, await loadDuration(tx, by)),
    wasInZone,
  };
}

async function loadDuration(reader: Reader, { campaignId }: Work): Promise<number | null> {
  return (await findCampaign(reader, campaignId))?.durationMinutes ?? null;
}

function trackedMs(session: SessionRow, now: Date): number {
  const { from, to } = getTrackedSpan(session, [], now);
  return to.getTime() - from.getTime();
}

function openMs(session: SessionRow, now: Date): number {
  return (session.endedAt ?? now).getTime() - session.startedAt.getTime();
}
