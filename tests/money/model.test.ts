/**
 * Courses of events, compared with plain arithmetic after every command: every rare one, and in the deep suite
 * random ones. TEST_SEED sets the seed, and MODEL_RUNS the number of random courses (some hundreds for a night).
 * A failure prints the seed, the course and the last command.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMilliseconds, DAY, HOUR } from '#kernel/time.ts';
import { reconcile } from '#payments/server/reconciliation/reconciliation.ts';
import { isDeep } from '#tests/support/depth.ts';
import { STORY_LIMIT_MS } from '#tests/support/patience.ts';
import { type City, openCity } from '#tests/support/money/city.ts';
import type { Command } from '#tests/support/money/model/command.ts';
import { TAX_FREE } from '#tests/support/money/model/paying-out.ts';
import { sceneParts } from '#tests/support/money/model/scene-parts.ts';
import { beginning, courses } from '#tests/support/money/model/scenes.ts';
import { resolvePayout } from '#tests/support/money/model/wallet-commands.ts';
import { check, newStage, type Stage, sweep, tick } from '#tests/support/money/model/stage.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_102);
const runs = Number(process.env['MODEL_RUNS'] ?? 10);
/** Shortly before the turn of the year, so that courses cross it. */
const START = '2026-12-05T15:00:00Z';
const PARTS = 150;

/** Expected lines of the log. */
const expectedLog = /^(a captured payment funds no campaign|the wallet reports a returned payout as paid)/;

let city: City;
beforeAll(async () => {
  const without = ['payments/reconciliation'];
  city = await openCity({ start: START, taxThresholdDollars: TAX_FREE / 100, without });
});
afterAll(() => city.close());

const seen = new Map<string, number>();
const saw = (what: string) => void seen.set(what, (seen.get(what) ?? 0) + 1);

async function take(course: readonly Command[], number: number): Promise<void> {
  try {
    const stage = await newStage(city, seed + 10 * number, saw);
    await fc.asyncModelRun(async () => ({ model: stage, real: stage }), course);
    await bringToRest(stage);
  } catch (error) {
    const last = [`seed ${seed}, course ${number}`, ...city.course.slice(-60), ...city.logged].join('\n');
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${last}`, { cause: error });
  }
}

/** Also compares the wallet's books with ours, and checks that no written row has changed. */
async function bringToRest(stage: Stage): Promise<void> {
  tick(stage, 4 * HOUR);
  await sweep(stage);
  const contradicted = stage.model.attempts.filter(({ issue }) => issue === 'contradicted');
  for (const _ of contradicted) await resolvePayout({ which: 0 }).run(stage, stage);
  await check(stage);
  expect(await stage.watch.unchanged(), 'rows of the ledger have changed').toBe(true);
  const span = { from: addMilliseconds(new Date(START), -DAY), to: city.clock.now() };
  const compared = await reconcile(city.deps, span);
  expect([compared?.problem, compared?.differences]).toEqual([null, []]);
  expect(city.logged.filter((line) => !expectedLog.test(line))).toEqual([]);
}

const name = 'invariant 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 17, 18, 24, 25, 26, 27, 31, 32, 36';

test.for(sceneParts())(
  `${name}: every rare course there is a name for, part $number`,
  { timeout: isDeep ? 10 * STORY_LIMIT_MS : STORY_LIMIT_MS },
  async ({ part, number }) => {
    await take([...beginning(), ...part.flat()], -number);
  },
);

// The same seed gives the same course, so only new seeds find more than the courses above.
if (isDeep) {
  test(`${name}: any course`, { timeout: 10 * STORY_LIMIT_MS }, async () => {
    let number = 0;
    const property = fc.asyncProperty(courses(PARTS), async (course) => {
      number += 1;
      await take([...beginning(), ...course], number);
    });
    await fc.assert(property, { seed, numRuns: runs, endOnFailure: true });
  });
}

test('the courses covered every rare event', () => {
  expect(sometimes.filter((what) => !seen.has(what))).toEqual([]);
});

/** Each of these happens in the courses: a passing run has covered it. */
const sometimes = [
  'a campaign expired',
  'a campaign finished',
  'a campaign was closed while places were held',
  'a campaign was funded twice by the same payment, once',
  'a capture was asked for twice',
  'a captured payment funded its campaign without the browser',
  'a debt was written off',
  'a delivery came twice',
  'a dispute had ended before we heard of it',
  'a dispute held escrow',
  'a dispute held money in suspense',
  'a dispute was lost',
  'a dispute was won',
  'a failed payout went out to a new address',
  'a forged fund was refused: campaign, payment/order-not-found',
  'a forged fund was refused: capture, payment/order-not-found',
  'a forged fund was refused: made-up, payment/order-not-found',
  'a forged fund was refused: stranger, campaign/not-found',
  'a lost dispute left its payer owing',
  'a payment under review came in',
  'a payment under review was declined',
  'a payment was under review',
  'a payout came back after it had arrived',
  'a payout ended BLOCKED',
  'a payout ended FAILED',
  'a payout ended REFUNDED',
  'a payout ended RETURNED',
  'a payout was held by the wallet',
  'a payout paid after its return came back again',
  'a payout was paid after its return',
  'a payout was paid twice',
  'a loss became the payment',
  'a loss came back',
  'a payout was taken back',
  'a payout was unclaimed',
  'a queued payout was withdrawn for another address',
  'a refund arrived',
  'a refund failed: REFUND_CANCELLED',
  'a refund failed: REFUND_FAILED',
  'a refund followed one that had failed',
  'a refund met a dispute',
  'a refund was pending',
  'a second capture for one campaign was refused',
  'a stranger’s capture was refused',
  'a tax hold was released',
  'a tip was passed on',
  'a tip was refused',
  'a disputed campaign took no new marketer',
  'a shortfall was given up',
  'a shortfall was paid when money came back',
  'an advertiser paid a shortfall',
  'an advertiser repaid a debt',
  'an advertiser who owes funded nothing',
  'approved work was short, after a dispute',
  'approved work was short, during a dispute',
  'the platform covered a shortfall',
  'the platform got its money back',
  'an administrator had a payout sent again',
  'an administrator had a refund sent again',
  'an approved order was captured without the browser',
  'an old delivery was refused',
  'an order was closed since another had paid',
  'an unfinished order was returned again',
  'an upheld dispute was paid',
  'a dispute was split',
  'a dispute was agreed',
  'a dispute of an approval was refused: payment/already-sent',
  'a dispute took a part of the pay back',
  'a dispute took all of the pay back',
  'a queued payout was withdrawn for a dispute',
  'an administrator disputed an approval',
  'a payout arrived after a dispute had taken a part back',
  'a proof was sent again',
  'approved twice changed nothing',
  'captured money stayed in suspense for a dispute',
  'money that came back went to receivable',
  'money that funds nothing went back',
  'no marketer was hired beyond the last place',
  'pay of another year did not count against the tax threshold',
  'pay was held for want of a tax ID',
  'rejected twice changed nothing',
  'silence approved a proof',
  'the opposite of a decision was refused',
  'what came back during a dispute covered its loss',
  ...(isDeep
    ? [
        'a cancelled payout was paid',
        'no proof was rejected while it could be sent again',
        'silence waited for a proof to be sent again',
        'a dispute ended a tax hold',
        'a dispute of an approval was refused: dispute/needs-support',
        'pay came back to a completed campaign',
        'what had been paid could not be taken back: payment/already-sent',
      ]
    : []),
];
