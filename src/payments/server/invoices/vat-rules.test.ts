import { expect, test } from 'vitest';
import { calculateContainedVat, chooseVat } from './vat-rules.ts';

const ireland = { country: 'IE', vatId: 'IE1234567FA', vatBasisPoints: 2300 };
const france = { country: 'FR', vatId: 'FR12345678901', vatBasisPoints: 2000 };
const states = { country: 'US', vatId: null, vatBasisPoints: 0 };

test.each([
  ['the same country', ireland, { country: 'IE', vatId: 'IE7654321FA' }, 'taxed', 2300],
  ['the same country, without VAT ID', ireland, { country: 'IE', vatId: null }, 'taxed', 2300],
  ['another member state', ireland, { country: 'DE', vatId: 'DE123456789' }, 'reverse-charge', 0],
  ['another member state, without VAT ID', ireland, { country: 'DE', vatId: null }, 'taxed-unproven', 2300],
  ['outside the EU', ireland, { country: 'US', vatId: null }, 'outside-scope', 0],
  ['Monaco, which counts as France', france, { country: 'MC', vatId: null }, 'taxed', 2000],
  [
    'Monaco, of an operator elsewhere',
    ireland,
    { country: 'MC', vatId: 'FR12345678901' },
    'reverse-charge',
    0,
  ],
  ['an operator outside the EU', states, { country: 'DE', vatId: 'DE123456789' }, 'reverse-charge', 0],
  ['an operator outside the EU, both', states, { country: 'US', vatId: null }, 'no-eu-vat', 0],
] as const)('a customer in %s', (_, operator, customer, treatment, vatBasisPoints) => {
  expect(chooseVat(operator, customer)).toEqual({ treatment, vatBasisPoints });
});

test('an operator outside the EU cannot invoice a customer in the EU without a VAT ID', () => {
  expect(chooseVat(states, { country: 'DE', vatId: null })).toBeNull();
});

test.each([
  [12_300, 2300, 2300],
  [1800, 2300, 337],
  [1, 2300, 0],
  [3, 2000, 1],
  [21, 500, 1],
  [1800, 0, 0],
  [100_000_000_000, 2700, 21_259_842_520],
])('%i cents with %i basis points contain %i cents', (gross, basisPoints, vat) => {
  expect(calculateContainedVat(gross, basisPoints)).toBe(vat);
});
