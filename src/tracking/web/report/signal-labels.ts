import { type Message, msg, t } from '#kernel/text.ts';
import type { Signal, SignalKind } from '../../contract.ts';

interface SignalText {
  /** Describes the sign without judging it. */
  noticed: (count: number) => string;
  /** How an honest phone can cause it. */
  innocent: Message;
}

/** The server's signals.ts has the rules. */
const signalTexts: Readonly<Record<SignalKind, SignalText>> = {
  'typed-in': {
    noticed: (count) =>
      t(
        '{count, plural, one {# position} other {# positions}} had the accuracy of a location typed into a browser.',
        { count },
      ),
    innocent: msg('A browser’s developer tools were left open with a test location.'),
  },
  frozen: {
    noticed: (count) =>
      t('{count, plural, one {# position} other {# positions}} had exactly the same coordinates.', { count }),
    innocent: msg('Some phones repeat their last position, for example indoors.'),
  },
  'constant-accuracy': {
    noticed: (count) =>
      t('{count, plural, one {# position} other {# positions}} reported exactly the same accuracy.', {
        count,
      }),
    innocent: msg('Some phones round their accuracy, or repeat it while standing still.'),
  },
  copied: {
    noticed: () => t('The route has the same shape as another session’s route.'),
    innocent: msg('Walking a route again at exactly the same pace can cause this.'),
  },
  'similar-path': {
    noticed: () => t('The route and its timing resemble another session’s.'),
    innocent: msg('Walking together, or the same route on another day at a steady pace, can cause this.'),
  },
  'two-places': {
    noticed: () => t('Positions came from two distant places at almost the same time.'),
    innocent: msg('A second signed-in device can cause this.'),
  },
  teleport: {
    noticed: (count) =>
      t(
        'The position jumped farther than a person can travel in that time, {count, plural, =1 {once} =2 {twice} other {# times}}.',
        { count },
      ),
    innocent: msg('A phone that loses its position and finds it again can cause this.'),
  },
  'too-fast': {
    noticed: (count) =>
      t('Moved faster than running speed {count, plural, =1 {once} =2 {twice} other {# times}}.', { count }),
    innocent: msg('A short ride on a bus, on a tram or in a car is enough.'),
  },
  'even-speed': {
    noticed: (count) =>
      t('{count, plural, one {# position} other {# positions}} followed lines at a very even speed.', {
        count,
      }),
    innocent: msg('A long walk or ride without stops, or a phone that smooths its route, can cause this.'),
  },
  'computed-noise': {
    noticed: () => t('The errors of the positions look computed rather than measured.'),
    innocent: msg('Standing still under open sky for a long time can look like this.'),
  },
  'in-batches': {
    noticed: (count) =>
      t(
        '{count, plural, one {# position} other {# positions}} arrived in batches instead of one at a time.',
        {
          count,
        },
      ),
    innocent: msg('A connection that comes and goes all the time can cause this.'),
  },
  'no-motion': {
    noticed: () => t('Positions with satellite accuracy came without speed, heading or altitude.'),
    innocent: msg('Some phones and browsers don’t share these.'),
  },
  clock: {
    noticed: (count) =>
      t(
        'The timestamps of {count, plural, one {# position} other {# positions}} don’t match when they arrived.',
        { count },
      ),
    innocent: msg('A wrong phone clock, or one corrected during the session, can cause this.'),
  },
};

export const weightLabels: Readonly<Record<Signal['weight'], Message>> = {
  high: msg('Strong'),
  medium: msg('Moderate'),
  low: msg('Weak'),
};

export function formatSignal({ kind, count }: Signal): string {
  return signalTexts[kind].noticed(count);
}

export function getInnocentCause({ kind }: Signal): string {
  return t(signalTexts[kind].innocent);
}
