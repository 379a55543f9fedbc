import { z } from 'zod';

/**
 * Optional texts of the brief. A text listed here is accepted by the form, stored in the column of the same
 * name, and returned. It still needs that column (with a length check), a field in
 * audience-and-proof-fields.tsx, and a place in campaign-overview.tsx.
 */
export const briefTexts = {
  instructions: z.string().max(4000).nullish(),
  /** What to wear besides the branded clothes. */
  dressNote: z.string().max(500).nullish(),
  /** Where and when marketers pick up their kit. */
  kitPlace: z.string().max(300).nullish(),
  kitHours: z.string().max(300).nullish(),
};
export type BriefText = keyof typeof briefTexts;

/** Returns an object with one value for each optional text. */
export function mapBriefTexts<Value>(toValue: (name: BriefText) => Value): Record<BriefText, Value> {
  const names = Object.keys(briefTexts) as BriefText[];
  return Object.fromEntries(names.map((name) => [name, toValue(name)])) as Record<BriefText, Value>;
}

/** How shirts and hats reach the marketers. Null if nothing was said about it, and for social campaigns. */
export const KitWay = z.enum(['pickup', 'shipped', 'at-start', 'own']);
export type KitWay = z.infer<typeof KitWay>;
