import type { Dispute, decideDispute as decideContract } from '#disputes/contract.ts';
import { refuse } from '#disputes/domain.ts';
import type { BodyOf } from '#kernel/endpoint.ts';
import { type Cents, calculateFeeShare, fromDecimal } from '#kernel/money.ts';
import { t } from '#kernel/text.ts';
import { endDisputeHold } from '#payments/server/service.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { AGREED_REJECTION } from '#proofs/decision-contract.ts';
import { approveAfterDispute, rejectAfterDispute, requireOutsider } from '#proofs/server/deciding-service.ts';
import type { Deps } from '#proofs/server/ports.ts';
import { type Case, lockCase, toAuditObject, toEventPayload } from './cases.ts';
import { toDispute } from './dispute-presenter.ts';
import { disputeDecided } from './events.ts';
import { mayBeDecided, toAward } from './rules.ts';
import * as store from './store.ts';
import type { DisputeRow } from './tables.ts';

/**
 * The same decision again changes nothing. Refuses 'proof/own' to a party, 'dispute/decided' with the state,
 * 'dispute/not-escalated' while both sides can still agree, and 'dispute/amount-too-high' unless a split is less than
 * the pay.
 */
export async function decideDispute(
  deps: Deps,
  actor: Actor,
  id: string,
  { status, award, note }: BodyOf<typeof decideContract>,
): Promise<Dispute> {
  return transact(deps.db, async (tx) => {
    const found = await lockCase(tx, id);
    await requireOutsider(tx, actor, found);
    const { row } = found;
    const awardCents = toAward(row, {
      status,
      awardCents: award === undefined ? undefined : fromDecimal(award),
    });
    if (awardCents === null) {
      const message = t('Enter an amount above zero and below the pay.');
      throw refuse('dispute/amount-too-high', { message, fields: { award: message } });
    }
    if (row.state === status && row.awardCents === awardCents) return toDispute(tx, deps, row, actor);
    if (row.dueAt === null) throw refuse('dispute/decided', { state: row.state });
    if (!mayBeDecided(row.state)) throw refuse('dispute/not-escalated', { state: row.state });
    const ended = await endDispute(tx, deps, { ...found, by: actor, state: status, awardCents, note });
    return toDispute(tx, deps, ended, actor);
  });
}

interface End extends Pick<Case, 'row' | 'campaign' | 'proof'> {
  by: Actor;
  state: 'agreed' | 'upheld' | 'split' | 'rejected';
  awardCents: Cents;
  note: string | null;
}

/** The award comes first, because the database checks the other changes against it. */
export async function endDispute(tx: Tx, deps: Deps, end: End): Promise<DisputeRow> {
  const { campaign, proof, by, state, awardCents, note } = end;
  const row = await store.updateDispute(tx, end.row.id, {
    state,
    awardCents,
    feeCents: getFee(end),
    note,
    decidedBy: by.userId,
    decidedAt: deps.clock.now(),
    dueAt: null,
  });
  const { id: disputeId, proofId, payCents } = row;
  if (row.side === 'marketer') {
    if (awardCents > 0) await approveAfterDispute(tx, deps, { proofId, disputeId, awardCents, by });
  } else {
    await endDisputeHold(tx, deps, { sourceId: proofId, disputeId, awardCents });
    const reviewNotes = note ?? AGREED_REJECTION.text;
    if (awardCents === 0) await rejectAfterDispute(tx, deps, { proofId, by, reviewNotes });
  }
  await audit(tx, deps, {
    actor: by,
    action: `dispute.${state}`,
    object: toAuditObject(row),
    ...(note === null ? {} : { reason: note }),
    details: { amountCents: awardCents },
  });
  const payload = {
    ...toEventPayload(row, { proof, campaign }),
    status: state,
    note,
    awardCents,
    payCents,
  };
  await announce(tx, disputeDecided, { ref: disputeId, payload }, deps.clock);
  return row;
}

function getFee({ row, campaign: { feeCents, needed, released } }: End): Cents {
  if (row.side === 'advertiser' || feeCents === null || needed === null) return row.feeCents;
  return calculateFeeShare(feeCents, released + 1, needed);
}
