/**
 * Runs every rare course again; after each command a marketer and an advertiser try to delete their account.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from 'fast-check';
import { DAY, HOUR } from '#kernel/time.ts';
import { type City, openCity } from '#tests/support/money/city.ts';
import {
  advertiserLeaves,
  marketerLeaves,
  marketerRenounces,
} from '#tests/support/money/model/leaving-commands.ts';
import { TAX_FREE } from '#tests/support/money/model/paying-out.ts';
import { sceneParts } from '#tests/support/money/model/scene-parts.ts';
import { beginning, givenUpWork } from '#tests/support/money/model/scenes.ts';
import { letSweep, repay } from '#tests/support/money/model/wallet-commands.ts';
import { check, newStage, sweep, tick } from '#tests/support/money/model/stage.ts';

const SEED = 20_261_121;
/** Expected lines of the log. */
const expectedLog = /^(a captured payment funds no campaign|the wallet reports a returned payout as paid)/;

let city: City;
beforeAll(async () => {
  const without = ['payments/reconciliation'];
  city = await openCity({ start: '2026-12-05T15:00:00Z', taxThresholdDollars: TAX_FREE / 100, without });
});
afterAll(() => city.close());

const seen = new Set<string>();

test.for(sceneParts())(
  'invariant 1, 2, 3, 4 and 35: a person who has nothing open may leave at any moment, and no other, part $number',
  async ({ part, number: partNumber }) => {
    const stage = await newStage(city, SEED + partNumber, (what) => void seen.add(what));
    const course = [...beginning(), ...part.flat()].flatMap((step, number) => [
      step,
      marketerLeaves({ which: number }),
      advertiserLeaves({ which: number }),
    ]);
    try {
      await fc.asyncModelRun(async () => ({ model: stage, real: stage }), course);
      // Everything in transit arrives. Then the users whom it had blocked leave.
      for (let round = 0; round < 12; round += 1) {
        tick(stage, round % 2 === 0 ? 4 * HOUR : 8 * DAY);
        await sweep(stage);
        await check(stage);
        const leaving = [0, 1, 2, 3].map((which) => marketerLeaves({ which }));
        const closing = [0, 1].map((which) => advertiserLeaves({ which }));
        await fc.asyncModelRun(async () => ({ model: stage, real: stage }), [...leaving, ...closing]);
      }
      expect(await stage.watch.unchanged(), 'rows of the ledger have changed').toBe(true);
      expect(city.logged.filter((line) => !expectedLog.test(line))).toEqual([]);
    } catch (error) {
      const last = [...city.course.slice(-60), ...city.logged].join('\n');
      throw new Error(`${error instanceof Error ? error.message : String(error)}\n${last}`, { cause: error });
    }
  },
);

test('the parts had people of every kind who left, and who could not', () => {
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'a marketer could not leave',
      'a marketer left',
      'a marketer who was paid left',
      'an advertiser could not leave',
      'an advertiser left',
    ]),
  );
});

test('invariant 1, 2, 3, 4 and 35: a marketer who leaves renounces pay that was given up', async () => {
  const renounced = new Set<string>();
  const stage = await newStage(city, SEED, (what) => void renounced.add(what));
  const course = [
    ...beginning(),
    // The fourth marketer, who has no other work.
    ...givenUpWork(3),
    marketerRenounces(),
    letSweep(),
    repay(),
    letSweep(),
  ];
  await fc.asyncModelRun(async () => ({ model: stage, real: stage }), course);
  expect([...renounced]).toContain('a marketer renounced pay');
});
