import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { formatMoney, Money } from './money.tsx';

describe('formatMoney', () => {
  it.each([
    [123450, '$1,234.50'],
    [0, '$0.00'],
    [-5, '-$0.05'],
    ['1234.5', '$1,234.50'],
    ['-12.30', '-$12.30'],
  ])('%j is %s', (amount, text) => {
    expect(formatMoney(amount)).toBe(text);
  });

  it('drops .00 only, if short', () => {
    expect(formatMoney(5000, { short: true })).toBe('$50');
    expect(formatMoney(5050, { short: true })).toBe('$50.50');
  });

  it('throws if the input is not an amount', () => {
    expect(() => formatMoney('1,000')).toThrow(RangeError);
    expect(() => formatMoney(1.5)).toThrow(RangeError);
  });
});

it('renders the amount', () => {
  expect(render(<Money amount="57.50" />).container.textContent).toBe('$57.50');
});
