import { type Cents, calculateFee, fromDollars } from '#kernel/money.ts';
import { Dollars } from '#kernel/form-schemas.ts';
import type { CampaignFormValues } from '../campaign-form-values.ts';
import { parseDollars, parseNumber } from '../typed-number.ts';

export interface Cost {
  /** Of one place. */
  placeCents: Cents;
  places: number;
  payCents: Cents;
  feeCents: Cents;
  totalCents: Cents;
}

/** As the server computes it (decisions 16.3 and 20.2). Null if a value is missing or out of range. */
export function computeFormCost(values: CampaignFormValues, feePercent: number): Cost | null {
  const places = parsePlaces(values);
  const placeCents = computeCentsPerPlace(values);
  if (!placeCents || !places) return null;
  const payCents = placeCents * places;
  if (!Number.isSafeInteger(payCents)) return null;
  const feeCents = calculateFee(payCents, Math.round(feePercent * 100));
  return { placeCents, places, payCents, feeCents, totalCents: payCents + feeCents };
}

/** In dollars. Null if pay or marketers are missing or out of range. */
export function suggestBudget(
  values: Pick<CampaignFormValues, 'payRate' | 'totalMarketersNeeded'>,
): number | null {
  const payCents = toPositiveCents(parseDollars(values.payRate));
  const places = parsePlaces(values);
  const budgetCents = payCents && places ? payCents * places : null;
  return Number.isSafeInteger(budgetCents) && budgetCents !== null ? budgetCents / 100 : null;
}

/** A pay of 0 counts as not set. */
export function isPayShared({
  campaignType,
  payRate,
}: Pick<CampaignFormValues, 'campaignType' | 'payRate'>): boolean {
  return campaignType === 'social' && (parseDollars(payRate) ?? 0) === 0;
}

type PlaceFields = 'campaignType' | 'payRate' | 'totalBudget' | 'totalMarketersNeeded';

/** Null if it is unknown. A share of the budget is rounded down. */
export function computeCentsPerPlace(values: Pick<CampaignFormValues, PlaceFields>): Cents | null {
  if (!isPayShared(values)) return toPositiveCents(parseDollars(values.payRate));
  const budgetCents = toPositiveCents(parseDollars(values.totalBudget));
  const places = parsePlaces(values);
  return budgetCents && places ? Math.floor(budgetCents / places) || null : null;
}

function parsePlaces({
  totalMarketersNeeded,
}: Pick<CampaignFormValues, 'totalMarketersNeeded'>): number | null {
  const places = parseNumber(totalMarketersNeeded);
  return places !== undefined && Number.isInteger(places) && places > 0 ? places : null;
}

function toPositiveCents(dollars: number | undefined): Cents | null {
  const amount = Dollars.safeParse(dollars);
  return amount.success && amount.data > 0 ? fromDollars(amount.data) : null;
}
