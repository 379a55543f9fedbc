import { type Cents, Dollars, feeOn, fromDollars } from '#kernel/money.ts';
import type { CampaignFormValues } from './campaign-form-values.ts';
import { dollarsOf, numberOf } from './typed-number.ts';

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
  const places = placesOf(values);
  const placeCents = centsPerPlace(values);
  if (!placeCents || !places) return null;
  const payCents = placeCents * places;
  if (!Number.isSafeInteger(payCents)) return null;
  const feeCents = feeOn(payCents, Math.round(feePercent * 100));
  return { placeCents, places, payCents, feeCents, totalCents: payCents + feeCents };
}

/** Pay × marketers in dollars: what the budget is prefilled with. Null while one of them is missing or cannot be meant. */
export function suggestedBudget(
  values: Pick<CampaignFormValues, 'payRate' | 'totalMarketersNeeded'>,
): number | null {
  const payCents = centsOf(dollarsOf(values.payRate));
  const places = placesOf(values);
  const budgetCents = payCents && places ? payCents * places : null;
  return Number.isSafeInteger(budgetCents) && budgetCents !== null ? budgetCents / 100 : null;
}

/** A post without a pay of its own, for which 0 counts too, gets an even share of the budget. */
export function isPayShared({
  campaignType,
  payRate,
}: Pick<CampaignFormValues, 'campaignType' | 'payRate'>): boolean {
  return campaignType === 'social' && (dollarsOf(payRate) ?? 0) === 0;
}

type PlaceFields = 'campaignType' | 'payRate' | 'totalBudget' | 'totalMarketersNeeded';

/** What one place pays; a share of the budget is rounded down. Null while it cannot be told. */
export function centsPerPlace(values: Pick<CampaignFormValues, PlaceFields>): Cents | null {
  if (!isPayShared(values)) return centsOf(dollarsOf(values.payRate));
  const budgetCents = centsOf(dollarsOf(values.totalBudget));
  const places = placesOf(values);
  return budgetCents && places ? Math.floor(budgetCents / places) || null : null;
}

function placesOf({ totalMarketersNeeded }: Pick<CampaignFormValues, 'totalMarketersNeeded'>): number | null {
  const places = numberOf(totalMarketersNeeded);
  return places !== undefined && Number.isInteger(places) && places > 0 ? places : null;
}

function centsOf(dollars: number | undefined): Cents | null {
  const amount = Dollars.safeParse(dollars);
  return amount.success && amount.data > 0 ? fromDollars(amount.data) : null;
}
