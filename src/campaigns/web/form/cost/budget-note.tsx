import type { ReactNode } from 'react';
import { t } from '#kernel/text.ts';
import { formatMoney } from '#platform/web/ui/money.tsx';
import { usePublicConfig } from '#platform/web/hooks/use-public-config.ts';
import { fromDollars } from '#kernel/money.ts';
import { Dollars } from '#kernel/form-schemas.ts';
import { type Cost, computeFormCost, isPayShared } from './campaign-cost.ts';
import classes from '../campaign-form.module.css';
import type { CampaignFormValues } from '../campaign-form-values.ts';
import { parseDollars } from '../typed-number.ts';

export function BudgetNote({ values }: { values: CampaignFormValues }) {
  const config = usePublicConfig();
  const isShared = isPayShared(values);
  const cost = config ? computeFormCost(values, config.feePercent) : null;
  if (!config || !cost) {
    return (
      <Note>
        {isShared
          ? t('Every post gets an even share of the budget.')
          : t('We fill in the budget as pay × marketers.')}
      </Note>
    );
  }
  return (
    <Note>
      {[
        isShared &&
          t('Every post gets an even share of the budget: {amount}.', {
            amount: formatMoney(cost.placeCents),
          }),
        sumText(cost, config.feePercent),
        !isShared && budgetText(values.totalBudget, cost),
      ]
        .filter(Boolean)
        .join(' ')}
    </Note>
  );
}

function sumText({ placeCents, places, payCents, feeCents, totalCents }: Cost, feePercent: number): string {
  return t(
    '{place} × {places, number} = {pay}, plus the {feePercent}% platform fee ({fee}): {total} total.',
    {
      place: formatMoney(placeCents),
      places,
      pay: formatMoney(payCents),
      feePercent,
      fee: formatMoney(feeCents),
      total: formatMoney(totalCents),
    },
  );
}

function budgetText(totalBudget: string, { payCents }: Cost): string {
  const budget = Dollars.safeParse(parseDollars(totalBudget));
  if (!budget.success) return '';
  const budgetCents = fromDollars(budget.data);
  if (budgetCents > payCents) return t('The rest of your budget is shown to marketers, not charged.');
  return budgetCents < payCents ? t('The budget must cover the pay of all marketers.') : '';
}

function Note({ children }: { children: ReactNode }) {
  return <p className={classes.note}>{children}</p>;
}
