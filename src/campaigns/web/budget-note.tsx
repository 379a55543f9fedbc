import type { ReactNode } from 'react';
import { formatMoney } from '#platform/web/ui/money.tsx';
import { usePublicConfig } from '#platform/web/use-public-config.ts';
import { Dollars, fromDollars } from '#kernel/money.ts';
import { type Cost, costOfForm, isPayShared } from './campaign-cost.ts';
import classes from './campaign-form.module.css';
import type { CampaignFormValues } from './campaign-form-values.ts';
import { dollarsOf } from './typed-number.ts';

/** Under the figures, in words: what they come to, and what of the budget is charged. */
export function BudgetNote({ values }: { values: CampaignFormValues }) {
  const config = usePublicConfig();
  const isShared = isPayShared(values);
  const cost = config ? costOfForm(values, config.feePercent) : null;
  if (!config || !cost) {
    return (
      <Note>
        {isShared
          ? 'Without a pay per post, every post gets an even share of the budget.'
          : 'The budget fills itself in as pay × marketers.'}
      </Note>
    );
  }
  return (
    <Note>
      {isShared ? `Every post gets an even share of the budget: ${formatMoney(cost.placeCents)}. ` : ''}
      {sumText(cost, config.feePercent)}
      {isShared ? '' : budgetText(values.totalBudget, cost)}
    </Note>
  );
}

function sumText({ placeCents, places, payCents, feeCents, totalCents }: Cost, feePercent: number): string {
  const pay = `${formatMoney(placeCents)} × ${places.toLocaleString('en-US')} is ${formatMoney(payCents)}`;
  return `${pay}; with the platform fee of ${feePercent}% (${formatMoney(feeCents)}) you pay ${formatMoney(totalCents)}.`;
}

/** A budget that somebody has set otherwise than pay × marketers. */
function budgetText(totalBudget: string, { payCents }: Cost): string {
  const budget = Dollars.safeParse(dollarsOf(totalBudget));
  if (!budget.success) return '';
  const budgetCents = fromDollars(budget.data);
  if (budgetCents > payCents)
    return ' What your budget has beyond that is shown on the campaign, not charged.';
  return budgetCents < payCents ? ' The budget must cover the pay of all marketers.' : '';
}

function Note({ children }: { children: ReactNode }) {
  return <p className={classes.note}>{children}</p>;
}
