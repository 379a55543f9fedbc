import {
  AGREEMENT_PERIOD_MS,
  type answerDispute as answerContract,
  DECISION_PERIOD_MS,
  type Dispute,
  type proposeOutcome as proposeContract,
} from '#disputes/contract.ts';
import { refuse } from '#disputes/domain.ts';
import type { DisputeSide } from '#disputes/process-contract.ts';
import type { BodyOf } from '#kernel/endpoint.ts';
import { type Cents, fromDecimal } from '#kernel/money.ts';
import { t } from '#kernel/text.ts';
import { addMilliseconds } from '#kernel/time.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Actor } from '#platform/server/security/session.ts';
import type { Deps } from '#proofs/server/ports.ts';
import {
  type Case,
  claimFiles,
  listProposals,
  lockCase,
  requireParty,
  toAuditObject,
  toEventPayload,
} from './cases.ts';
import { toDispute } from './dispute-presenter.ts';
import { endDispute } from './ending-service.ts';
import { disputeAnswered, disputeEscalated } from './events.ts';
import { checkMove, type Move } from './rules.ts';
import * as store from './store.ts';
import type { DisputeRow } from './tables.ts';

interface Turn extends Case {
  actor: Actor;
  party: DisputeSide;
  now: Date;
}

/** Does nothing if `isDone` finds that the actor has taken the same step before. */
async function takeTurn(
  deps: Deps,
  actor: Actor,
  id: string,
  move: Move,
  run: (tx: Tx, turn: Turn) => Promise<DisputeRow>,
  isDone: (row: DisputeRow) => boolean = () => false,
): Promise<Dispute> {
  return transact(deps.db, async (tx) => {
    const found = await lockCase(tx, id);
    const party = await requireParty(tx, actor, found);
    if (isDone(found.row)) return toDispute(tx, deps, found.row, actor);
    // Read the clock after locking, as the sweep that ends the step does.
    const now = deps.clock.now();
    const turn = { ...found, actor, party, now };
    const refusal = checkMove({ ...found.row, proposals: listProposals(found) }, party, move, now);
    if (refusal) throw refuse(refusal, { state: found.row.state });
    return toDispute(tx, deps, await run(tx, turn), actor);
  });
}

export async function answerDispute(
  deps: Deps,
  actor: Actor,
  id: string,
  { text, files, award }: BodyOf<typeof answerContract>,
): Promise<Dispute> {
  return takeTurn(deps, actor, id, 'answer', async (tx, turn) => {
    const { row, party, now } = turn;
    const awardCents = award === undefined ? null : parseAward(row, award);
    const step = { disputeId: id, side: party, byId: actor.userId, at: now };
    const at = await store.insertEntry(tx, { ...step, kind: 'answered', text });
    await claimFiles(tx, actor, { disputeId: id, turn: at, files, at: now });
    if (awardCents !== null) await store.insertEntry(tx, { ...step, kind: 'proposed', awardCents });
    await audit(tx, deps, { actor, action: 'dispute.answered', object: toAuditObject(row) });
    return waitForAgreement(tx, deps, turn, awardCents);
  });
}

/** The proposal replaces the open one. */
export async function proposeOutcome(
  deps: Deps,
  actor: Actor,
  id: string,
  { award, text }: BodyOf<typeof proposeContract>,
): Promise<Dispute> {
  return takeTurn(deps, actor, id, 'propose', async (tx, turn) => {
    const { row, party, now } = turn;
    const awardCents = parseAward(row, award);
    const step = { disputeId: id, side: party, byId: actor.userId, at: now };
    await store.insertEntry(tx, { ...step, kind: 'proposed', awardCents, text: text || null });
    const details = { amountCents: awardCents };
    await audit(tx, deps, { actor, action: 'dispute.proposed', object: toAuditObject(row), details });
    return waitForAgreement(tx, deps, turn, awardCents);
  });
}

function parseAward({ payCents }: DisputeRow, award: string): Cents {
  const cents = fromDecimal(award);
  if (cents > payCents)
    throw refuse('dispute/amount-too-high', { fields: { award: t('Enter at most the pay') } });
  return cents;
}

async function waitForAgreement(
  tx: Tx,
  deps: Deps,
  turn: Turn,
  awardCents: Cents | null,
): Promise<DisputeRow> {
  const dueAt = addMilliseconds(turn.now, AGREEMENT_PERIOD_MS);
  const state = awardCents === null ? 'answered' : 'proposed';
  const row = await store.updateDispute(tx, turn.row.id, { state, dueAt, remindedAt: null });
  const payload = { ...toEventPayload(row, turn), by: turn.party, awardCents, dueAt: dueAt.toISOString() };
  await announce(tx, disputeAnswered, { ref: `${row.id} ${turn.entries.length}`, payload }, deps.clock);
  return row;
}

/** Moves the money in the same transaction. Repeating it changes nothing. */
export async function acceptProposal(
  deps: Deps,
  actor: Actor,
  id: string,
  { award }: { award: string },
): Promise<Dispute> {
  const awardCents = fromDecimal(award);
  const accept = async (tx: Tx, turn: Turn) => {
    const { party, now } = turn;
    if (listProposals(turn).at(-1)?.awardCents !== awardCents) throw refuse('dispute/proposal-changed');
    const step = { disputeId: id, side: party, byId: actor.userId, at: now };
    await store.insertEntry(tx, { ...step, kind: 'accepted' });
    return endDispute(tx, deps, { ...turn, by: actor, state: 'agreed', awardCents, note: null });
  };
  return takeTurn(
    deps,
    actor,
    id,
    'accept',
    accept,
    (row) => row.state === 'agreed' && row.awardCents === awardCents && row.decidedBy === actor.userId,
  );
}

/** Changes nothing if the other side or a deadline has ended the talks before. */
export async function escalateDispute(deps: Deps, actor: Actor, id: string): Promise<Dispute> {
  return takeTurn(
    deps,
    actor,
    id,
    'escalate',
    async (tx, turn) => escalate(tx, deps, turn, turn),
    ({ state }) => state === 'escalated',
  );
}

/** `by` is null if a deadline has passed. */
export async function escalate(
  tx: Tx,
  deps: Deps,
  { row, campaign, proof }: Pick<Case, 'row' | 'campaign' | 'proof'>,
  by: { party: DisputeSide; actor: Actor } | null,
): Promise<DisputeRow> {
  const now = deps.clock.now();
  await store.insertEntry(tx, {
    disputeId: row.id,
    kind: 'escalated',
    side: by?.party ?? 'platform',
    byId: by?.actor.userId ?? null,
    at: now,
  });
  const dueAt = addMilliseconds(now, DECISION_PERIOD_MS);
  const escalated = await store.updateDispute(tx, row.id, { state: 'escalated', dueAt, remindedAt: null });
  await audit(tx, deps, {
    actor: by?.actor ?? null,
    action: 'dispute.escalated',
    object: toAuditObject(row),
  });
  const payload = { ...toEventPayload(row, { proof, campaign }), by: by?.party ?? null };
  await announce(tx, disputeEscalated, { ref: row.id, payload }, deps.clock);
  return escalated;
}
