import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DecimalString,
  calculateFee,
  calculateFeeShare,
  calculateCumulativeFee,
  formatDollars,
  fromDecimal,
  fromDollars,
  MAX_CENTS,
  toDecimal,
} from './money.ts';
import { Dollars } from './form-schemas.ts';

const cents = fc.integer({ min: 0, max: MAX_CENTS });

const notAmounts = [
  '-1',
  '+1',
  '-0.05',
  'NaN',
  'Infinity',
  '1e3',
  '1,00',
  '1,000.00',
  '0.001',
  '1.005',
  '.5',
  '5.',
  '00.50',
  '012',
  '0x10',
  '',
  ' ',
  ' 1',
  '1 ',
  '1\n',
  '$1',
  '1.0.0',
  '١',
  '99999999999999',
];

describe('decimal strings (invariant 33)', () => {
  it('invariant 33: come back without loss', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(fromDecimal(toDecimal(amount))).toBe(amount);
      }),
    );
  });

  it.each([
    ['0', 0],
    ['0.5', 50],
    ['0.05', 5],
    ['25', 2500],
    ['25.1', 2510],
    ['28.87', 2887],
    ['1000000000', MAX_CENTS],
  ])('%s is %i cents', (text, amount) => {
    expect(fromDecimal(text)).toBe(amount);
  });

  it.each(notAmounts)('invariant 33: %j is no amount', (text) => {
    expect(() => fromDecimal(text)).toThrow(RangeError);
    expect(DecimalString.safeParse(text).success).toBe(false);
  });

  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [1230, '12.30'],
    [-5, '-0.05'],
    [-1234, '-12.34'],
  ])('%i cents are %s', (amount, text) => {
    expect(toDecimal(amount)).toBe(text);
  });

  it.each([0.5, NaN, Infinity, 2 ** 53])('%d cents are no whole number of cents', (amount) => {
    expect(() => toDecimal(amount)).toThrow(RangeError);
    expect(() => calculateFee(amount, 1500)).toThrow(RangeError);
    expect(() => calculateCumulativeFee(amount, 1, 1)).toThrow(RangeError);
    expect(() => formatDollars(amount)).toThrow(RangeError);
  });
});

describe('dollars of the form', () => {
  it('come back without loss, as the browser sends them', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        const dollars = Number(toDecimal(amount));
        expect(Dollars.safeParse(dollars).success).toBe(true);
        expect(fromDollars(dollars)).toBe(amount);
      }),
    );
  });

  it.each([0, 25, 25.1, 25.1 * 3, 0.01, 0.29, 1.15, MAX_CENTS / 100])('accepts %d', (dollars) => {
    expect(Dollars.safeParse(dollars).success).toBe(true);
  });

  it.each([-1, -0.01, 0.001, 25.005, NaN, Infinity, MAX_CENTS / 100 + 1, '25', null])(
    'rejects %j',
    (dollars) => {
      expect(Dollars.safeParse(dollars).success).toBe(false);
    },
  );

  it.each([0.001, 25.005, NaN, Infinity])('fromDollars refuses %d', (dollars) => {
    expect(() => fromDollars(dollars)).toThrow(RangeError);
  });
});

describe('the fee', () => {
  it('of $25.10 is $3.77, so that $28.87 is charged where a float says $28.86', () => {
    expect((25.1 * 1.15).toFixed(2)).toBe('28.86');
    expect(2510 + calculateFee(2510, 1500)).toBe(2887);
  });

  it.each([
    [0, 1500, 0],
    [3, 1500, 0],
    [10, 1500, 2],
    [30, 1500, 5],
    [33, 1500, 5],
    [11_000, 1500, 1650],
    [1000, 1250, 125],
    [4, 1250, 1],
    [5, 1000, 1],
  ])('on %i cents at %i basis points is %i', (sum, basisPoints, fee) => {
    expect(calculateFee(sum, basisPoints)).toBe(fee);
  });

  it('is the exact value rounded half up', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 1000, max: 1500 }), (sum, basisPoints) => {
        const exact = BigInt(sum) * BigInt(basisPoints);
        const error = BigInt(calculateFee(sum, basisPoints)) * 10_000n - exact;
        expect(error > -5000n && error <= 5000n).toBe(true);
      }),
    );
  });

  it('is earned in shares that add up to it exactly, whatever the number of places', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 300 }), (fee, places) => {
        const shares = Array.from({ length: places }, (_, index) =>
          calculateFeeShare(fee, index + 1, places),
        );
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(fee);
        const even = Math.floor(fee / places);
        for (const share of shares) expect([even, even + 1]).toContain(share);
      }),
    );
  });

  it('adds the shares of the first places with feeThrough', () => {
    expect([1, 2, 3].map((place) => calculateCumulativeFee(100, place, 3))).toEqual([33, 66, 100]);
    expect(calculateCumulativeFee(100, 0, 3)).toBe(0);
  });
});

it('formats dollars', () => {
  expect([0, 5, 123_450, MAX_CENTS].map(formatDollars)).toEqual([
    '$0.00',
    '$0.05',
    '$1,234.50',
    '$1,000,000,000.00',
  ]);
});
