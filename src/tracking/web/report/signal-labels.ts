import type { Signal, SignalKind } from '../../contract.ts';

interface SignalText {
  /** Describes the sign without judging it. */
  noticed: (count: number) => string;
  /** How an honest phone can cause it. */
  innocent: string;
}

/** The server's signals.ts has the rules. */
const signalTexts: Readonly<Record<SignalKind, SignalText>> = {
  'typed-in': {
    noticed: (count) => `${positions(count)} had the accuracy of a location typed into a browser.`,
    innocent: 'A browser’s developer tools were left open with a test location.',
  },
  frozen: {
    noticed: (count) => `${positions(count)} had exactly the same coordinates.`,
    innocent: 'Some phones repeat their last position, for example indoors.',
  },
  'constant-accuracy': {
    noticed: (count) => `${positions(count)} reported exactly the same accuracy.`,
    innocent: 'Some phones round their accuracy, or repeat it while standing still.',
  },
  copied: {
    noticed: () => 'The route has the same shape as another session’s route.',
    innocent: 'Walking a route again at exactly the same pace can cause this.',
  },
  'similar-path': {
    noticed: () => 'The route and its timing resemble another session’s.',
    innocent: 'Walking together, or the same route on another day at a steady pace, can cause this.',
  },
  'two-places': {
    noticed: () => 'Positions came from two distant places at almost the same time.',
    innocent: 'A second signed-in device can cause this.',
  },
  teleport: {
    noticed: (count) => `The position jumped farther than a person can travel in that time, ${times(count)}.`,
    innocent: 'A phone that loses its position and finds it again can cause this.',
  },
  'too-fast': {
    noticed: (count) => `Moved faster than running speed ${times(count)}.`,
    innocent: 'A short ride on a bus, on a tram or in a car is enough.',
  },
  'even-speed': {
    noticed: (count) => `${positions(count)} followed lines at a very even speed.`,
    innocent: 'A long walk or ride without stops, or a phone that smooths its route, can cause this.',
  },
  'computed-noise': {
    noticed: () => 'The errors of the positions look computed rather than measured.',
    innocent: 'Standing still under open sky for a long time can look like this.',
  },
  'in-batches': {
    noticed: (count) => `${positions(count)} arrived in batches instead of one at a time.`,
    innocent: 'A connection that comes and goes all the time can cause this.',
  },
  'no-motion': {
    noticed: () => 'Positions with satellite accuracy came without speed, heading or altitude.',
    innocent: 'Some phones and browsers don’t share these.',
  },
  clock: {
    noticed: (count) => `The timestamps of ${positions(count)} don’t match when they arrived.`,
    innocent: 'A wrong phone clock, or one corrected during the session, can cause this.',
  },
};

export const weightLabels: Readonly<Record<Signal['weight'], string>> = {
  high: 'Strong',
  medium: 'Moderate',
  low: 'Weak',
};

/** Returns what was noticed, such as 'Moved faster than running speed 4 times.' */
export function formatSignal({ kind, count }: Signal): string {
  return signalTexts[kind].noticed(count);
}

export function getInnocentCause({ kind }: Signal): string {
  return signalTexts[kind].innocent;
}

function positions(count: number): string {
  return count === 1 ? '1 position' : `${count} positions`;
}

function times(count: number): string {
  if (count === 1) return 'once';
  return count === 2 ? 'twice' : `${count} times`;
}
