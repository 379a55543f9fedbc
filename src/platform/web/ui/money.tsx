import { type Cents, formatDollars, fromDecimal } from '#kernel/money.ts';
import classes from './money.module.css';

/** Whole cents as a number, or dollars as a decimal string. */
export type Amount = Cents | string;

/** Returns '$1,234.50'. If `short`, whole dollars have no '.00'. */
export function formatMoney(amount: Amount, { short = false } = {}): string {
  const text = formatDollars(toCents(amount));
  return short ? text.replace(/\.00$/, '') : text;
}

export function Money({ amount, short = false }: { amount: Amount; short?: boolean }) {
  return <span className={classes.money}>{formatMoney(amount, { short })}</span>;
}

export function toCents(amount: Amount): Cents {
  if (typeof amount === 'number') return amount;
  return amount.startsWith('-') ? -fromDecimal(amount.slice(1)) : fromDecimal(amount);
}
