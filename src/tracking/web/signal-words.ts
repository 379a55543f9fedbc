import type { Signal, SignalKind } from '../contract.ts';

interface SignalWords {
  /** What was noticed, without a judgement. */
  noticed: (count: number) => string;
  /** How an honest phone comes to it. */
  innocent: string;
}

/** The rules behind them stand in the server's signals.ts. */
const words: Readonly<Record<SignalKind, SignalWords>> = {
  frozen: {
    noticed: (count) => `${positions(count)} had exactly the same coordinates.`,
    innocent: 'A phone that repeats its last position, as some do indoors, can do that.',
  },
  'constant-accuracy': {
    noticed: (count) => `${positions(count)} came with exactly the same accuracy.`,
    innocent: 'Some phones round their accuracy, or repeat it while they stand still.',
  },
  copied: {
    noticed: () => 'The way has the same shape as one of another session.',
    innocent: 'Two people who walk the same round together leave ways that are alike.',
  },
  'two-places': {
    noticed: () => 'Positions came from two places far apart at almost the same time.',
    innocent: 'A second device that was left signed in looks like that.',
  },
  teleport: {
    noticed: (count) => `The position jumped ${times(count)} farther than anybody moves in that time.`,
    innocent: 'A phone that was wrong about its place for a while, and then found it, looks like that.',
  },
  'too-fast': {
    noticed: (count) => `It went faster than anybody runs ${times(count)}.`,
    innocent: 'A bus, a tram or a car between two corners is enough.',
  },
  'even-speed': {
    noticed: (count) => `${positions(count)} lay on straight lines, at exactly even speed.`,
    innocent: 'A ride without stops, or a phone that smooths its way, can be as even.',
  },
  'no-motion': {
    noticed: () => 'Positions as exact as from satellites came without speed, heading and height.',
    innocent: 'Some phones and browsers keep these to themselves.',
  },
  clock: {
    noticed: (count) => `The times of ${positions(count)} do not fit the moments at which they came.`,
    innocent: 'A clock that is set wrong, or was set right on the way, does that.',
  },
};

export const weightWords: Readonly<Record<Signal['weight'], string>> = {
  high: 'Weighs much',
  medium: 'Weighs some',
  low: 'Weighs little',
};

/** 'It went faster than anybody runs 4 times.' */
export function noticedText({ kind, count }: Signal): string {
  return words[kind].noticed(count);
}

/** Why nobody should take this sign for a proof. */
export function innocentText({ kind }: Signal): string {
  return words[kind].innocent;
}

function positions(count: number): string {
  return count === 1 ? '1 position' : `${count} positions`;
}

function times(count: number): string {
  if (count === 1) return 'once';
  return count === 2 ? 'twice' : `${count} times`;
}
