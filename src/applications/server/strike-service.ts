import { refuse } from '#kernel/errors.ts';
import { addMilliseconds } from '#kernel/time.ts';
import { audit } from '#platform/server/audit.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { linkToNext, readMomentPage } from '#platform/server/moment-page.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import type { Actor } from '#platform/server/session.ts';
import { namesOf } from '#profiles/server/service.ts';
import {
  listStrikes as listContract,
  STRIKE_LIFE_MS,
  type Strike,
  type StrikeKind,
  type StrikeQuery,
} from '../strike-contract.ts';
import { strikeAppealed, strikeDecided, strikeGiven } from './events.ts';
import * as rules from './strike-rules.ts';
import * as store from './strike-store.ts';
import type { ApplicationRow, StrikeRow } from './tables.ts';

/** Notes that an advertiser was let down, once for a piece of work, in the transaction of what it is for. */
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

/** Until when somebody may not apply because of their strikes, or null. */
export async function pausedUntil(reader: Reader, marketerId: string, now: Date): Promise<Date | null> {
  return rules.pausedUntil(await store.listStrikesOf(reader, marketerId), now);
}

export async function listOwnStrikes(
  deps: Deps,
  actor: Actor,
): Promise<{ strikes: Strike[]; pausedUntil: string | null }> {
  const now = deps.clock.now();
  const found = await store.listWithCampaigns(deps.db, actor.userId);
  const until = rules.pausedUntil(
    found.map((one) => one.strike),
    now,
  );
  const strikes = await toStrikes(deps.db, found, actor, now);
  return { strikes, pausedUntil: until?.toISOString() ?? null };
}

/** A page, in the order that the contract says. Refuses 'request/invalid' for a cursor that names no row. */
export async function listStrikes(deps: Deps, actor: Actor, query: StrikeQuery): Promise<Strike[]> {
  const found = await store.listStrikes(deps.db, { status: query.status, ...readMomentPage(query) });
  return toStrikes(deps.db, found, actor, deps.clock.now());
}

/** The Link header's value for the strikes behind this page, or null. */
export function linkToNextStrikes(strikes: readonly Strike[], query: StrikeQuery): string | null {
  const last = strikes.at(-1);
  const at = query.status === 'appealed' ? last?.appealedAt : last?.at;
  return linkToNext(listContract.path, query, strikes.length, last && at ? { at, id: last.id } : undefined);
}

/**
 * The marketer says why it is wrong; the same words again change nothing. Refuses 'strike/not-found' for everybody else,
 * 'strike/appealed' with its state where they have said something else before, and 'strike/appeal-too-late'.
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
    const judged = rules.judgeAppeal(present, text, now);
    if (judged.do === 'refuse') throw refuse(judged.code, { state: present.status });
    if (judged.do === 'take') {
      await store.updateStrike(tx, id, { status: 'appealed', appealedAt: now, appealText: text });
      await audit(tx, deps, { actor, action: 'strike.appealed', object: objectOf(present) });
    }
    const answer = await store.getStrikeOfCampaign(tx, id);
    if (judged.do === 'take')
      await announce(tx, strikeAppealed, { ref: id, payload: factsOf(answer) }, deps.clock);
    return answerFor(tx, answer, actor, now);
  });
}

/**
 * An administrator decides an appeal, once: the same decision again changes nothing, the opposite one is refused with the present
 * state ('strike/decided'), and so is one about a strike that nobody has appealed against ('strike/not-appealed').
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
    const judged = rules.judgeDecision(present.status, status);
    if (judged.do === 'refuse') throw refuse(judged.code, { state: present.status });
    if (judged.do === 'take') {
      await store.updateStrike(tx, id, {
        status,
        decidedBy: actor.userId,
        decidedAt: now,
        decisionReason: reason,
      });
      await audit(tx, deps, { actor, action: `strike.${status}`, object: objectOf(present), reason });
    }
    const answer = await store.getStrikeOfCampaign(tx, id);
    const payload = { ...factsOf(answer), status, reason };
    if (judged.do === 'take') await announce(tx, strikeDecided, { ref: id, payload }, deps.clock);
    return answerFor(tx, answer, actor, now);
  });
}

function objectOf({ id }: StrikeRow) {
  return { kind: 'strike', id };
}

function factsOf({ strike, campaignId }: store.StrikeOfCampaign) {
  return { strikeId: strike.id, campaignId, marketerId: strike.marketerId, kind: strike.kind };
}

async function answerFor(tx: Tx, found: store.StrikeOfCampaign, viewer: Actor, now: Date): Promise<Strike> {
  const [answer] = await toStrikes(tx, [found], viewer, now);
  if (!answer) throw new Error(`strike ${found.strike.id} was not answered`);
  return answer;
}

/** Strikes as their marketer and administrators see them, in the order given. */
async function toStrikes(
  reader: Reader,
  found: readonly store.StrikeOfCampaign[],
  viewer: Actor,
  now: Date,
): Promise<Strike[]> {
  const people = await namesOf(reader, [...new Set(found.map(({ strike }) => strike.marketerId))]);
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
      appeal: viewer.role === 'marketer' && rules.whyNotAppealable(strike, now) === null,
      decide: viewer.role === 'admin' && rules.judgeDecision(strike.status, 'lifted').do === 'take',
    },
  }));
}
