import { expect, test } from 'vitest';
import { calculateContainedVat, chooseVat, planCredit } from './vat-rules.ts';

const ireland = { country: 'IE', vatId: 'IE1234567FA', vatBasisPoints: 2300 };
const states = { country: 'US', vatId: null, vatBasisPoints: 0 };

test.each([
  ['the same country', ireland, { country: 'IE', vatId: 'IE7654321FA' }, 'taxed', 2300],
  ['the same country, without VAT ID', ireland, { country: 'IE', vatId: null }, 'taxed', 2300],
  ['another member state', ireland, { country: 'DE', vatId: 'DE123456789' }, 'reverse-charge', 0],
  ['another member state, without VAT ID', ireland, { country: 'DE', vatId: null }, 'taxed', 2300],
  ['outside the EU', ireland, { country: 'US', vatId: null }, 'outside-scope', 0],
  ['an operator outside the EU', states, { country: 'DE', vatId: 'DE123456789' }, 'reverse-charge', 0],
  ['the same without VAT ID', states, { country: 'DE', vatId: null }, 'outside-scope', 0],
] as const)('a customer in %s', (_, operator, customer, treatment, vatBasisPoints) => {
  expect(chooseVat(operator, customer)).toEqual({ treatment, vatBasisPoints });
});

test.each([
  [12_300, 2300, 2300],
  [1800, 2300, 337],
  [1, 2300, 0],
  [3, 2000, 1],
  // Exactly half a cent.
  [21, 500, 1],
  [1800, 0, 0],
  [100_000_000_000, 2700, 21_259_842_520],
])('%i cents with %i basis points contain %i cents', (gross, basisPoints, vat) => {
  expect(calculateContainedVat(gross, basisPoints)).toBe(vat);
});

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
