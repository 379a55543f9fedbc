import { expect, test } from 'vitest';
import { planCredit, type Returned, shareReturns } from './credit-rules.ts';
import { calculateContainedVat } from './vat-rules.ts';

test('parts of a refunded fee have together the VAT of the invoice', () => {
  const invoice = {
    feeCents: 1801,
    vatCents: calculateContainedVat(1801, 2300),
    depositCents: 12_000,
    vatBasisPoints: 2300,
  };
  const credited = { feeCents: 0, vatCents: 0, depositCents: 0 };
  for (const feeCents of [333, 334, 1000, 134]) {
    const credit = planCredit(invoice, credited, { feeCents, payCents: 3000 });
    expect(credit.vatCents).toBeGreaterThanOrEqual(0);
    credited.feeCents += credit.feeCents;
    credited.vatCents += credit.vatCents;
    credited.depositCents += credit.depositCents;
  }
  expect(credited).toEqual({ feeCents: 1801, vatCents: invoice.vatCents, depositCents: 12_000 });
});

test('a credit never exceeds its invoice', () => {
  const invoice = { feeCents: 100, vatCents: 19, depositCents: 1000, vatBasisPoints: 2300 };
  const credited = { feeCents: 60, vatCents: 11, depositCents: 900 };
  expect(planCredit(invoice, credited, { feeCents: 50, payCents: 500 })).toEqual({
    feeCents: 40,
    vatCents: 8,
    depositCents: 100,
  });
});

const funding = { id: 'funding', feeCents: 600, payCents: 4000 };
const shortfall = { id: 'shortfall', feeCents: 300, payCents: 2000 };
const toReturned = (orderId: string, feeCents: number, payCents: number): Returned => ({
  refundId: 'refund',
  chargebackId: null,
  orderId,
  feeCents,
  payCents,
  at: new Date(0),
});

test('money of another payment that went back through this one belongs to the other', () => {
  const first = toReturned('shortfall', 500, 5000);
  const second = toReturned('funding', 500, 2000);
  expect(shareReturns([funding, shortfall], [first, second])).toEqual({
    shares: [
      { orderId: 'shortfall', returned: first, feeCents: 300, payCents: 2000 },
      { orderId: 'funding', returned: first, feeCents: 200, payCents: 3000 },
      { orderId: 'funding', returned: second, feeCents: 400, payCents: 1000 },
    ],
    rest: [{ ...second, feeCents: 100, payCents: 1000 }],
  });
});
