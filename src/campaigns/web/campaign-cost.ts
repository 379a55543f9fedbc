import { type Cents, Dollars, feeOn, fromDollars } from '#kernel/money.ts';
import type { CampaignFormValues } from './campaign-form-values.ts';
import { dollarsOf, numberOf } from './typed-number.ts';

export interface Cost {
  /** Of one place. */
  placeCents: Cents;
  places: number;
  payCents: Cents;
  feeCents: Cents;
  totalCents: Cents;
}

/**
 * Returns the cost of funding this form, as the server computes it (decisions.md 3.3 and 7.2): pay ×
 * marketers, plus the fee. Returns null if a value is missing or out of range.
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

/**
 * Returns pay × marketers in dollars, the default budget. Returns null if one of them is missing or out of
 * range.
 */
export function suggestedBudget(
  values: Pick<CampaignFormValues, 'payRate' | 'totalMarketersNeeded'>,
): number | null {
  const payCents = centsOf(dollarsOf(values.payRate));
  const places = placesOf(values);
  const budgetCents = payCents && places ? payCents * places : null;
  return Number.isSafeInteger(budgetCents) && budgetCents !== null ? budgetCents / 100 : null;
}

/**
 * Returns true if posts share the budget evenly, because no pay per post is set. A pay of 0 counts as not
 * set.
 */
export function isPayShared({
  campaignType,
  payRate,
}: Pick<CampaignFormValues, 'campaignType' | 'payRate'>): boolean {
  return campaignType === 'social' && (dollarsOf(payRate) ?? 0) === 0;
}

type PlaceFields = 'campaignType' | 'payRate' | 'totalBudget' | 'totalMarketersNeeded';

/** Returns the pay of one place, or null if it is unknown. A share of the budget is rounded down. */
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
