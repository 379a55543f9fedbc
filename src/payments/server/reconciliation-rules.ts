import type { Cents } from '#kernel/money.ts';

/** What a difference is about. */
export type MoveKind = 'capture' | 'refund' | 'payout' | 'fee' | 'dispute' | 'other';

/** One movement of our money at the wallet; + came in, - went out. */
interface Move {
  /** The same on both sides for the same business fact; several moves may share one. */
  key: string;
  kind: MoveKind;
  /** What a person looks it up by. */
  reference: string;
  amountCents: Cents;
  at: Date;
}

export interface OurMove extends Move {
  /** False: asked for and not booked yet, so the wallet may show it or not. */
  isBooked: boolean;
}

export type TheirMove = Move;

/** Null where one side has nothing. */
export interface MoveDifference {
  kind: MoveKind;
  reference: string;
  oursCents: Cents | null;
  theirsCents: Cents | null;
}

export interface Comparison {
  /** Facts that were held against each other, agreeing or not. */
  compared: number;
  differences: MoveDifference[];
}

/** The time that is looked into; both lists may reach beyond it, so that what lies at its edges finds its other half. */
export interface Span {
  from: Date;
  to: Date;
  /** Younger than this the wallet's report may not have it yet. */
  reportedUntil: Date;
}

/**
 * What only one side has, and what both have over different amounts. A booked move that is too young to be reported, or one
 * that is not booked and not reported, is no difference. Neither is what lies outside the span and has no other half.
 */
export function compareMoves(ours: readonly OurMove[], theirs: readonly TheirMove[], span: Span): Comparison {
  const facts = new Map<string, { ours: OurMove[]; theirs: TheirMove[] }>();
  const factOf = ({ key }: Move) => {
    const fact = facts.get(key) ?? { ours: [], theirs: [] };
    facts.set(key, fact);
    return fact;
  };
  for (const move of ours) factOf(move).ours.push(move);
  for (const move of theirs) factOf(move).theirs.push(move);
  const found = [...facts.values()].map((fact) => compareFact(fact.ours, fact.theirs, span));
  return {
    compared: found.reduce((sum, { compared }) => sum + compared, 0),
    differences: found.flatMap(({ differences }) => differences),
  };
}

/** Moves of one fact: equal amounts belong together first, then whatever is left on both sides. */
function compareFact(ours: readonly OurMove[], theirs: readonly TheirMove[], span: Span): Comparison {
  const ourRest = bookedFirst(ours);
  const theirRest = theirs.filter(({ amountCents }) => {
    const same = ourRest.findIndex((our) => our.amountCents === amountCents);
    if (same >= 0) ourRest.splice(same, 1);
    return same < 0;
  });
  const differences: MoveDifference[] = [];
  for (let index = 0; index < Math.max(ourRest.length, theirRest.length); index += 1) {
    const difference = differenceOf(ourRest[index], theirRest[index], span);
    if (difference) differences.push(difference);
  }
  return { compared: theirs.length - theirRest.length + differences.length, differences };
}

function bookedFirst(ours: readonly OurMove[]): OurMove[] {
  return ours.toSorted((one, other) => Number(other.isBooked) - Number(one.isBooked));
}

function differenceOf(
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
