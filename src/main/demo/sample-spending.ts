import { listDays } from '#kernel/calendar.ts';
import { type Cents, toDecimal } from '#kernel/money.ts';

/** What happened this many days ago, in cents with the fee: campaigns were funded, and approved work was paid. */
const moves: readonly { daysAgo: number; funded?: Cents; spent?: Cents; refunded?: Cents }[] = [
  { daysAgo: 84, funded: 69_000 },
  { daysAgo: 80, spent: 34_500 },
  { daysAgo: 79, spent: 23_000 },
  { daysAgo: 77, spent: 11_500 },
  { daysAgo: 50, funded: 51_750 },
  { daysAgo: 45, spent: 28_750 },
  { daysAgo: 44, spent: 17_250 },
  { daysAgo: 40, refunded: 5750 },
  { daysAgo: 12, funded: 57_500 },
  { daysAgo: 9, funded: 46_000 },
  { daysAgo: 6, funded: 41_400 },
  { daysAgo: 2, spent: 11_500 },
  { daysAgo: 1, spent: 11_500 },
  { daysAgo: 0, spent: 11_500 },
];
const DAYS = 90;

export function sumSpent(): Cents {
  return moves.reduce((sum, { spent = 0 }) => sum + spent, 0);
}

/** Returns the money of the last 90 days in the time zone, oldest first. */
export function listSampleDays(now: Date, timeZone: string) {
  let held = 0;
  return listDays(now, { count: DAYS, timeZone }).map(({ date }, index) => {
    const daysAgo = DAYS - 1 - index;
    const { funded = 0, spent = 0, refunded = 0 } = moves.find((move) => move.daysAgo === daysAgo) ?? {};
    held += funded - spent - refunded;
    return {
      day: date,
      spent: toDecimal(spent),
      refunded: toDecimal(refunded),
      held: toDecimal(held),
    };
  });
}
