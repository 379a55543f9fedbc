import { refuse } from '#applications/domain.ts';
import { addMilliseconds } from '#kernel/time.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { linkToNext, parseTimePage } from '#platform/server/time-cursor.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { loadNames } from '#profiles/server/service.ts';
import {
  listStrikes as listContract,
  STRIKE_LIFE_MS,
  type Strike,
  type StrikeKind,
  type StrikeQuery,
} from '../../strike-contract.ts';
import { strikeAppealed, strikeDecided, strikeGiven } from '../events.ts';
import * as rules from './strike-rules.ts';
import * as store from './strike-store.ts';
import type { ApplicationRow, StrikeRow } from '../tables.ts';

/** At most one per application, in the transaction of the event that causes it. */
export async function giveStrike(
  tx: Tx,
  deps: Deps,
  { id: applicationId, campaignId, marketerId }: ApplicationRow,
  kind: StrikeKind,
): Promise<void> {
  const at = deps.clock.now();
  const id = deps.random.uuid();
  const expiresAt = addMilliseconds(at, STRIKE_LIFE_MS);
  if (!(await store.insertStrike(tx, { id, applicationId, marketerId, kind, at, expiresAt }))) return;
  const payload = { strikeId: id, campaignId, marketerId, kind };
  await announce(tx, strikeGiven, { ref: id, payload }, deps.clock);
}

export async function loadPauseEnd(reader: Reader, marketerId: string, now: Date): Promise<Date | null> {
  return rules.getPauseEnd(await store.listStrikesByMarketer(reader, marketerId), now);
}

export { countedStrikesSql } from './strike-store.ts';

export async function listOwnStrikes(
  deps: Deps,
  actor: Actor,
): Promise<{ strikes: Strike[]; pausedUntil: string | null }> {
  const now = deps.clock.now();
  const found = await store.listWithCampaigns(deps.db, actor.userId);
  const until = rules.getPauseEnd(
    found.map((one) => one.strike),
    now,
  );
  const strikes = await toStrikes(deps.db, found, actor, now);
  return { strikes, pausedUntil: until?.toISOString() ?? null };
}

export async function listStrikes(deps: Deps, actor: Actor, query: StrikeQuery): Promise<Strike[]> {
  const found = await store.listStrikes(deps.db, { status: query.status, ...parseTimePage(query) });
  return toStrikes(deps.db, found, actor, deps.clock.now());
}

export function linkToNextStrikes(strikes: readonly Strike[], query: StrikeQuery): string | null {
  const last = strikes.at(-1);
  const at = query.status === 'appealed' ? last?.appealedAt : last?.at;
  return linkToNext(listContract.path, query, strikes.length, last && at ? { at, id: last.id } : undefined);
}

/**
 * Sending the same text again changes nothing. Throws 'strike/not-found' for other users, 'strike/appealed' with the
 * state after a different appeal, and 'strike/appeal-too-late'.
 */
export async function appealStrike(
  deps: Deps,
  actor: Actor,
  id: string,
  { text }: { text: string },
): Promise<Strike> {
  return transact(deps.db, async (tx) => {
    const present = await store.lockStrike(tx, id);
    if (!present || present.marketerId !== actor.userId) throw refuse('strike/not-found');
    const now = deps.clock.now();
    const checked = rules.checkAppeal(present, text, now);
    if (checked.do === 'refuse') throw refuse(checked.code, { state: present.status });
    if (checked.do === 'take') {
      await store.updateStrike(tx, id, { status: 'appealed', appealedAt: now, appealText: text });
      await audit(tx, deps, { actor, action: 'strike.appealed', object: toAuditObject(present) });
    }
    const answer = await store.getStrikeOfCampaign(tx, id);
    if (checked.do === 'take')
      await announce(tx, strikeAppealed, { ref: id, payload: toEventPayload(answer) }, deps.clock);
    return presentStrike(tx, answer, actor, now);
  });
}

/**
 * Idempotent. Throws 'strike/decided' with the state for the opposite decision, and 'strike/not-appealed' if there is
 * no appeal.
 */
export async function decideStrike(
  deps: Deps,
  actor: Actor,
  id: string,
  { status, reason }: { status: 'upheld' | 'lifted'; reason: string },
): Promise<Strike> {
  return transact(deps.db, async (tx) => {
    const present = await store.lockStrike(tx, id);
    if (!present) throw refuse('strike/not-found');
    const now = deps.clock.now();
    const checked = rules.checkStrikeDecision(present.status, status);
    if (checked.do === 'refuse') throw refuse(checked.code, { state: present.status });
    if (checked.do === 'take') {
      await store.updateStrike(tx, id, {
        status,
        decidedBy: actor.userId,
        decidedAt: now,
        decisionReason: reason,
      });
      await audit(tx, deps, { actor, action: `strike.${status}`, object: toAuditObject(present), reason });
    }
    const answer = await store.getStrikeOfCampaign(tx, id);
    const payload = { ...toEventPayload(answer), status, reason };
    if (checked.do === 'take') await announce(tx, strikeDecided, { ref: id, payload }, deps.clock);
    return presentStrike(tx, answer, actor, now);
  });
}

function toAuditObject({ id }: StrikeRow) {
  return { kind: 'strike', id };
}

function toEventPayload({ strike, campaignId }: store.StrikeOfCampaign) {
  return { strikeId: strike.id, campaignId, marketerId: strike.marketerId, kind: strike.kind };
}

async function presentStrike(
  tx: Tx,
  found: store.StrikeOfCampaign,
  viewer: Actor,
  now: Date,
): Promise<Strike> {
  const [answer] = await toStrikes(tx, [found], viewer, now);
  if (!answer) throw new Error(`strike ${found.strike.id} was not answered`);
  return answer;
}

async function toStrikes(
  reader: Reader,
  found: readonly store.StrikeOfCampaign[],
  viewer: Actor,
  now: Date,
): Promise<Strike[]> {
  const people = await loadNames(reader, [...new Set(found.map(({ strike }) => strike.marketerId))]);
  return found.map(({ strike, campaignId, campaignTitle }) => ({
    id: strike.id,
    applicationId: strike.applicationId,
    campaignId,
    campaignTitle,
    marketerId: strike.marketerId,
    marketerName: people.get(strike.marketerId)?.name ?? '',
    kind: strike.kind,
    status: strike.status,
    at: strike.at.toISOString(),
    expiresAt: strike.expiresAt.toISOString(),
    isCounted: rules.isCounted(strike, now),
    appealDueAt: rules.appealDueAt(strike.at).toISOString(),
    appealText: strike.appealText,
    appealedAt: strike.appealedAt?.toISOString() ?? null,
    decidedAt: strike.decidedAt?.toISOString() ?? null,
    decisionReason: strike.decisionReason,
    can: {
      appeal: viewer.role === 'marketer' && rules.checkAppealable(strike, now) === null,
      decide: viewer.role === 'admin' && rules.checkStrikeDecision(strike.status, 'lifted').do === 'take',
    },
  }));
}
