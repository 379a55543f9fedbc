import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import type { WalletTransaction } from '../provider/wallet-provider.ts';
import { FEE, HOLD, parseId, PAYOUT, PAYOUT_BACK, RELEASE, toFeeKey } from './move-keys.ts';
import type { Objects, Posting } from './reconciliation-objects.ts';
import type { MoveKind, OurMove, TheirMove } from './reconciliation-rules.ts';
import { type TransactionKind, classifyTransaction, collectIds } from './reconciliation-report.ts';
import { removeUnseenDisputes, removeUnseenReturns } from './unseen-moves.ts';
import type { ChargebackRow, OrderRow, PayoutRow, RefundRow } from '../tables.ts';

export interface Context {
  objects: Objects;
  postings: Map<string, Posting>;
  strays: Map<string, Posting>;
  /** The report may lack anything that ended after this. */
  reportedUntil: Date;
}

/** Returns every key under which the ledger may have posted one of the objects. */
export function collectPostingKeys({ orders, refunds, payouts, chargebacks }: Objects): string[] {
  return [
    ...[...orders.values()].flatMap(({ providerCaptureId: id }) =>
      id === null ? [] : [`capture:${id}`, `psp_fee:${id}`],
    ),
    ...[...refunds.values()].map(({ id }) => `refund_settle:${id}`),
    ...[...payouts.values()].flatMap(({ id }) => [
      `payout_settle:${id}`,
      `payout_fee:${id}`,
      `payout_reverse:${id}`,
      ...latePostings(id),
      `payout_reverse:${id}:late`,
    ]),
    ...chargebacks.flatMap(({ id }) => [`dispute_hold:${id}`, `dispute_lost:${id}`]),
  ];
}

export interface PendingMoves {
  cents: Cents;
  ids: Id[];
}

interface Sides {
  ours: OurMove[];
  theirs: TheirMove[];
  ahead: PendingMoves;
}

/**
 * Converts both sides to moves: one for each report line, and one for each posting or pending request. Moves
 * of the same fact share a key.
 */
export function buildMoves(lines: readonly WalletTransaction[], context: Context): Sides {
  const { objects } = context;
  const counting = lines.filter(isCounted);
  const ours = [
    ...[...new Set(objects.orders.values())].flatMap((row) => orderMoves(row, context)),
    ...[...new Set(objects.refunds.values())].flatMap((row) => refundMoves(row, context)),
    ...[...new Set(objects.payouts.values())].flatMap((row) => payoutMoves(row, context)),
    ...objects.chargebacks.flatMap((row) => chargebackMoves(row, context)),
    ...[...context.strays].map(([reference, posting]) => strayMove(reference, posting)),
  ];
  const reported = counting.flatMap((line) => theirMoves(line, objects));
  const returned = new Set(counting.flatMap((line) => findReturnedPayout(line, objects) ?? []));
  const theirs = removeUnseenReturns(removeUnseenDisputes(reported, ours), ours, returned);
  const asked = new Set(
    ours.filter(({ isBooked, kind }) => !isBooked && kind !== 'dispute').map(({ key }) => key),
  );
  const isAhead = ({ key }: TheirMove) => asked.has(key.replace(FEE, ''));
  const ahead = theirs.filter(isAhead);
  return {
    ours,
    // The fee is known only once the move itself is recorded.
    theirs: theirs.filter((move) => move.kind !== 'fee' || !isAhead(move)),
    ahead: {
      cents: ahead.reduce((sum, { amountCents }) => sum + amountCents, 0),
      ids: ahead.map(({ key }) => parseId(key)),
    },
  };
}

/** Returns false if the line moved no money, or only within our account. An unclaimed payout has left it. */
function isCounted(line: WalletTransaction): boolean {
  const happening = classifyTransaction(line);
  if (line.status === 'denied' || happening === 'set-aside') return false;
  return line.status !== 'pending' || happening === 'payout';
}

function findReturnedPayout(line: WalletTransaction, { payouts }: Objects): string | undefined {
  const happening = classifyTransaction(line);
  const isBack = happening === 'payout-back' || (happening === 'payout' && line.status === 'reversed');
  return isBack ? findObject(payouts, line)?.id : undefined;
}

function theirMoves(line: WalletTransaction, objects: Objects): TheirMove[] {
  const { transactionId: reference, amountCents, feeCents = 0, at } = line;
  const happening = classifyTransaction(line);
  const key = toMoveKey(happening, line, objects) ?? `${happening}:?${reference}`;
  const moves: TheirMove[] = [
    { key, kind: kinds[happening], reference, amountCents, at },
    { key: toFeeKey(key), kind: 'fee', reference, amountCents: feeCents, at },
  ];
  return moves.filter((move) => move.amountCents !== 0);
}

const kinds: Readonly<Record<TransactionKind, MoveKind>> = {
  capture: 'capture',
  refund: 'refund',
  payout: 'payout',
  'payout-back': 'payout',
  'dispute-hold': 'dispute',
  'dispute-release': 'dispute',
  'dispute-lost': 'dispute',
  fee: 'fee',
  'set-aside': 'other',
  other: 'other',
};

/** Returns undefined if the line concerns none of our objects. */
function toMoveKey(
  happening: TransactionKind,
  line: WalletTransaction,
  objects: Objects,
): string | undefined {
  switch (happening) {
    case 'capture': {
      const order = findObject(objects.orders, line);
      // An order that was paid twice has only one capture of ours.
      const isThis = (order?.providerCaptureId ?? line.transactionId) === line.transactionId;
      return order && isThis ? `capture:${order.id}` : undefined;
    }
    // A manual refund is recorded under the wallet's id of the payment that sent it.
    case 'other':
    case 'refund':
      return formatKey('refund', findObject(objects.refunds, line));
    case 'payout':
    case 'payout-back':
      return formatKey(happening, findObject(objects.payouts, line));
    case 'dispute-hold':
    case 'dispute-release':
    case 'dispute-lost':
      return formatKey(happening, findObject(objects.orders, line));
    case 'fee': {
      const key = formatKey('payout', findObject(objects.payouts, line));
      return key && toFeeKey(key);
    }
    case 'set-aside':
      return undefined;
  }
}

function formatKey(what: string, object: { id: string } | undefined): string | undefined {
  return object && `${what}:${object.id}`;
}

function findObject<Row>(rows: ReadonlyMap<string, Row>, line: WalletTransaction): Row | undefined {
  for (const name of collectIds(line)) {
    const row = rows.get(name);
    if (row) return row;
  }
  return undefined;
}

/**
 * Returns our move and its fee if the ledger has them. `at` overrides the posting's time if the wallet
 * reports another.
 */
function toRecordedMoves(
  { postings }: Context,
  what: { key: string; kind: MoveKind; reference: string; posting: string; fee?: string; at?: Date },
): OurMove[] {
  const { key, kind, reference } = what;
  const posting = postings.get(what.posting);
  if (!posting) return [];
  const at = what.at ?? posting.at;
  const fee = postings.get(what.fee ?? '');
  const main: OurMove = { key, kind, reference, amountCents: posting.freeCents, at, isBooked: true };
  return fee ? [main, { ...main, key: toFeeKey(key), kind: 'fee', amountCents: fee.freeCents }] : [main];
}

function orderMoves(order: OrderRow, context: Context): OurMove[] {
  const { id, state, amountCents, createdAt, providerCaptureId } = order;
  const key = `capture:${id}`;
  const reference = providerCaptureId ?? order.providerOrderId ?? id;
  if (state === 'capturing' || state === 'pending') {
    return [{ key, kind: 'capture', reference, amountCents, at: createdAt, isBooked: false }];
  }
  const names = { posting: `capture:${providerCaptureId}`, fee: `psp_fee:${providerCaptureId}` };
  return toRecordedMoves(context, { key, kind: 'capture', reference, ...names });
}

function refundMoves(refund: RefundRow, context: Context): OurMove[] {
  const { id, state, amountCents, createdAt: at } = refund;
  const key = `refund:${id}`;
  const reference = refund.providerRefundId ?? id;
  if (state === 'submitting' || state === 'pending') {
    return [{ key, kind: 'refund', reference, amountCents: -amountCents, at, isBooked: false }];
  }
  return toRecordedMoves(context, { key, kind: 'refund', reference, posting: `refund_settle:${id}`, at });
}

const latePostings = (id: Id) => [`payout_settle:${id}:late`, `write_off:${id}`];

function payoutMoves(payout: PayoutRow, context: Context): OurMove[] {
  const { id, amountCents, createdAt, submittedAt, endedAt } = payout;
  const reference = payout.providerTransactionId ?? payout.providerItemId ?? `po_${id}`;
  const out = { key: `${PAYOUT}${id}`, kind: 'payout' as const, reference, at: submittedAt ?? createdAt };
  const back = { key: `${PAYOUT_BACK}${id}`, kind: 'payout' as const, reference };
  const fee = `payout_fee:${id}`;
  const arrived = toRecordedMoves(context, { ...out, posting: `payout_settle:${id}`, fee });
  const recorded = [
    ...arrived,
    ...toRecordedMoves(context, { ...back, posting: `payout_reverse:${id}` }),
    // Paid after its return: booked late, or as a loss. Its fee is booked once.
    ...latePostings(id).flatMap((posting) =>
      toRecordedMoves(context, { ...out, posting, ...(arrived.length === 0 && { fee }) }),
    ),
    ...toRecordedMoves(context, { ...back, posting: `payout_reverse:${id}:late` }),
  ];
  if (recorded.length > 0) return recorded;
  // In our ledger it never arrived. The report may show it before we record a result, or not show its failure yet.
  const mayHaveMoved = submittedAt !== null && (!endedAt || endedAt > context.reportedUntil);
  return mayHaveMoved ? [{ ...out, amountCents: -amountCents, isBooked: false }] : [];
}

/** Keyed by the order, because the wallet's report names the disputed payment. */
function chargebackMoves(chargeback: ChargebackRow, context: Context): OurMove[] {
  const { id, orderId, amountCents, closedAt, providerDisputeId: reference } = chargeback;
  const facts = { kind: 'dispute' as const, reference };
  const hold = toRecordedMoves(context, {
    ...facts,
    key: `${HOLD}${orderId}`,
    posting: `dispute_hold:${id}`,
  });
  if (!closedAt) return hold;
  // The end of a hold moves no money of ours, and may be reported under the date on which it began.
  const release: OurMove = {
    ...facts,
    key: `${RELEASE}${orderId}`,
    amountCents,
    at: closedAt,
    isBooked: false,
  };
  const lost = context.postings.get(`dispute_lost:${id}`);
  if (!lost) return [...hold, release];
  const key = `dispute-lost:${orderId}`;
  return [...hold, release, { ...facts, key, amountCents: lost.wholeCents, at: lost.at, isBooked: true }];
}

/** A manual correction, or a posting whose object no longer exists. */
function strayMove(reference: string, { wholeCents: amountCents, at }: Posting): OurMove {
  return { key: `posting:${reference}`, kind: 'other', reference, amountCents, at, isBooked: true };
}
