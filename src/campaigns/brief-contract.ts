/**
 * Optional texts of the brief, with their greatest length. A text listed here is accepted by the form, stored in the
 * column of the same name, and returned. It still needs that column (with a length check), a field in
 * audience-and-proof-fields.tsx, and a place in campaign-overview.tsx.
 */
export const briefTextLengths = {
  instructions: 4000,
  /** What to wear besides the branded clothes. */
  dressNote: 500,
  /** Where and when marketers pick up their kit. */
  kitPlace: 300,
  kitHours: 300,
};
export type BriefText = keyof typeof briefTextLengths;

export function mapBriefTexts<Value>(toValue: (name: BriefText) => Value): Record<BriefText, Value> {
  const names = Object.keys(briefTextLengths) as BriefText[];
  return Object.fromEntries(names.map((name) => [name, toValue(name)])) as Record<BriefText, Value>;
}
