import type { Cents } from '#kernel/money.ts';

export type MoveKind = 'capture' | 'refund' | 'payout' | 'fee' | 'dispute' | 'other';

interface Move {
  key: string;
  kind: MoveKind;
  reference: string;
  amountCents: Cents;
  at: Date;
}

export interface OurMove extends Move {
  /** False if requested but not recorded yet, so the wallet may or may not show it. */
  isBooked: boolean;
}

export type TheirMove = Move;

/** An amount is null on the side that has no such move. */
export interface MoveDifference {
  kind: MoveKind;
  reference: string;
  oursCents: Cents | null;
  theirsCents: Cents | null;
}

export interface Comparison {
  compared: number;
  differences: MoveDifference[];
}

export interface Span {
  from: Date;
  to: Date;
  /** The wallet's report may lack anything newer than this. */
  reportedUntil: Date;
}

/**
 * Returns moves that only one side has, and moves whose amounts differ. Ignores recorded moves too recent to
 * be reported, moves neither recorded nor reported, and moves outside the period without a counterpart.
 */
export function compareMoves(ours: readonly OurMove[], theirs: readonly TheirMove[], span: Span): Comparison {
  const facts = new Map<string, { ours: OurMove[]; theirs: TheirMove[] }>();
  const toFact = ({ key }: Move) => {
    const fact = facts.get(key) ?? { ours: [], theirs: [] };
    facts.set(key, fact);
    return fact;
  };
  for (const move of ours) toFact(move).ours.push(move);
  for (const move of theirs) toFact(move).theirs.push(move);
  const found = [...facts.values()].map((fact) => compareFact(fact.ours, fact.theirs, span));
  return {
    compared: found.reduce((sum, { compared }) => sum + compared, 0),
    differences: found.flatMap(({ differences }) => differences),
  };
}

/** Matches moves of one fact: equal amounts first, then the rest in order. */
function compareFact(ours: readonly OurMove[], theirs: readonly TheirMove[], span: Span): Comparison {
  const ourRest = bookedFirst(ours);
  const theirRest = theirs.filter(({ amountCents }) => {
    const same = ourRest.findIndex((our) => our.amountCents === amountCents);
    if (same >= 0) ourRest.splice(same, 1);
    return same < 0;
  });
  const differences: MoveDifference[] = [];
  for (let index = 0; index < Math.max(ourRest.length, theirRest.length); index += 1) {
    const difference = findDifference(ourRest[index], theirRest[index], span);
    if (difference) differences.push(difference);
  }
  return { compared: theirs.length - theirRest.length + differences.length, differences };
}

function bookedFirst(ours: readonly OurMove[]): OurMove[] {
  return ours.toSorted((one, other) => Number(other.isBooked) - Number(one.isBooked));
}

function findDifference(
  our: OurMove | undefined,
  their: TheirMove | undefined,
  span: Span,
): MoveDifference | null {
  const named = their ?? our;
  const isWanted =
    our && their
      ? isWithin(our, span) || isWithin(their, span)
      : their
        ? isWithin(their, span)
        : our !== undefined && our.isBooked && isWithin(our, span) && our.at < span.reportedUntil;
  if (!named || !isWanted) return null;
  return {
    kind: named.kind,
    reference: named.reference,
    oursCents: our?.amountCents ?? null,
    theirsCents: their?.amountCents ?? null,
  };
}

function isWithin({ at }: Move, { from, to }: Span): boolean {
  return at >= from && at <= to;
}
