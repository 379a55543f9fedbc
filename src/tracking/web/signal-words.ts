import type { Signal, SignalKind } from '../contract.ts';

interface SignalWords {
  /** What was noticed, without a judgement. */
  noticed: (count: number) => string;
  /** How an honest phone comes to it. */
  innocent: string;
}

const words: Readonly<Record<SignalKind, SignalWords>> = {
  frozen: {
    noticed: (count) => `${positions(count)} had exactly the same coordinates.`,
    innocent: 'A phone that lies still, or repeats its last position indoors, can do that.',
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
    noticed: () => 'The same account was somewhere else at almost the same time.',
    innocent:
      'A second device that was left signed in, or a position that was far off for a moment, looks like that.',
  },
  teleport: {
    noticed: (count) => `The position jumped ${times(count)} farther than anybody moves in that time.`,
    innocent: 'Between tall houses and behind tunnels a phone can be far off for a moment.',
  },
  'too-fast': {
    noticed: (count) => `It went faster than on foot ${times(count)}.`,
    innocent: 'A bus, a tram or a car between two corners is enough.',
  },
  'even-speed': {
    noticed: () => 'Speed and direction hardly changed for a long time.',
    innocent: 'A ride on a straight line without stops can be as even.',
  },
  'no-motion': {
    noticed: () => 'The device never told its speed, heading or height.',
    innocent: 'Some phones and browsers keep them to themselves, and computers do not know them.',
  },
  clock: {
    noticed: (count) => `The device’s clock did not fit ours ${times(count)}.`,
    innocent: 'A clock that is set by hand, or a change of the time zone on the way, does that.',
  },
};

export const weightWords: Readonly<Record<Signal['weight'], string>> = {
  high: 'Weighs much',
  medium: 'Weighs some',
  low: 'Weighs little',
};

/** 'It went faster than on foot 4 times.' */
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
