import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calculateFee, calculateFeeShare } from '#kernel/money.ts';
import { refundDue } from './closing-rules.ts';

const campaign = { payCents: 4000, feeCents: 1800, places: 3 };
const whole = { payCents: 12_000, feeCents: 1800 };

describe('the refund', () => {
  test.each([
    ['everything if no place is held', whole, 0, 0, whole],
    ['nothing if every place is held', whole, 0, 3, { payCents: 0, feeCents: 0 }],
    ['what one held place leaves', whole, 0, 1, { payCents: 8000, feeCents: 1200 }],
    [
      'what one paid and one held leave',
      { payCents: 8000, feeCents: 1200 },
      1,
      1,
      { payCents: 4000, feeCents: 600 },
    ],
    [
      'zero, not less, if a lost chargeback left too little',
      { payCents: 3000, feeCents: 100 },
      0,
      1,
      { payCents: 0, feeCents: 0 },
    ],
  ])('is %s', (_, left, released, held, back) => {
    expect(refundDue({ ...campaign, left, released, held })).toEqual(back);
  });
});

/** Steps that are not possible at that moment change nothing. */
const Step = fc.constantFrom('hire', 'release', 'withdraw', 'expire', 'close', 'complete');

test('in any order of steps, every cent paid in is paid out, refunded or kept for held places', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1000, max: 1500 }),
      fc.array(Step, { maxLength: 120 }),
      (payCents, places, basisPoints, steps) => {
        const feeCents = calculateFee(payCents * places, basisPoints);
        const left = { payCents: payCents * places, feeCents };
        const gone = { payCents: 0, feeCents: 0 };
        let [released, held, isClosed] = [0, 0, false];
        const complete = () => {
          const back = refundDue({ left: { ...left }, payCents, feeCents, places, released, held });
          left.payCents -= back.payCents;
          left.feeCents -= back.feeCents;
          gone.payCents += back.payCents;
          gone.feeCents += back.feeCents;
          expect(refundDue({ left: { ...left }, payCents, feeCents, places, released, held })).toEqual({
            payCents: 0,
            feeCents: 0,
          });
        };
        for (const step of steps) {
          if (step === 'hire' && !isClosed && released + held < places) held += 1;
          if ((step === 'withdraw' || step === 'expire') && held > 0) held -= 1;
          if (step === 'close') isClosed = true;
          if (step === 'complete' && isClosed) complete();
          if (step === 'release' && held > 0) {
            [held, released] = [held - 1, released + 1];
            const share = calculateFeeShare(feeCents, released, places);
            expect(left.payCents).toBeGreaterThanOrEqual(payCents);
            expect(left.feeCents).toBeGreaterThanOrEqual(share);
            left.payCents -= payCents;
            left.feeCents -= share;
            gone.payCents += payCents;
            gone.feeCents += share;
          }
        }
        held = 0;
        complete();
        expect(left).toEqual({ payCents: 0, feeCents: 0 });
        expect(gone).toEqual({ payCents: payCents * places, feeCents });
      },
    ),
  );
});
