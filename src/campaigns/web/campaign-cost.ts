import { type Cents, feeOn } from '#kernel/money.ts';
import { type CampaignFormValues, numberOf } from './campaign-form-values.ts';

export interface Cost {
  /** What one place pays. */
  placeCents: Cents;
  places: number;
  payCents: Cents;
  feeCents: Cents;
  totalCents: Cents;
}

/**
 * What funding this form will cost, as the server will compute it (decisions.md 3.3 and 7.2): pay × marketers and the fee
 * on it. Null while something of it is missing or out of range.
 */
export function costOfForm(values: CampaignFormValues, feePercent: number): Cost | null {
  const places = numberOf(values.totalMarketersNeeded);
  const placeCents = centsPerPlace(values);
  if (!placeCents || !places || !Number.isInteger(places) || places < 0) return null;
  const payCents = placeCents * places;
  if (!Number.isSafeInteger(payCents)) return null;
  const feeCents = feeOn(payCents, Math.round(feePercent * 100));
  return { placeCents, places, payCents, feeCents, totalCents: payCents + feeCents };
}

/** Pay × marketers in dollars: what the budget is prefilled with. Null while one of them is missing. */
export function suggestedBudget(
  values: Pick<CampaignFormValues, 'payRate' | 'totalMarketersNeeded'>,
): number | null {
  const { payRate, totalMarketersNeeded } = values;
  if (payRate === '' || totalMarketersNeeded === '') return null;
  return Math.round(payRate * 100 * totalMarketersNeeded) / 100;
}

/** A post without a pay of its own gets the budget's even share, rounded down. */
function centsPerPlace({
  campaignType,
  payRate,
  totalBudget,
  totalMarketersNeeded,
}: CampaignFormValues): Cents | null {
  if (payRate !== '') return centsOf(payRate);
  if (campaignType === 'wearable' || totalBudget === '' || !totalMarketersNeeded) return null;
  const budgetCents = centsOf(totalBudget);
  return budgetCents === null ? null : Math.floor(budgetCents / totalMarketersNeeded);
}

function centsOf(dollars: number): Cents | null {
  const cents = Math.round(dollars * 100);
  return cents > 0 && Number.isSafeInteger(cents) ? cents : null;
}
