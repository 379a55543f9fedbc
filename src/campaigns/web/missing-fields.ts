import type { Campaign } from '../contract.ts';
import { campaignErrors } from './campaign-form-check.ts';
import { valuesOf } from './campaign-form-values.ts';
import { byForm, fieldName } from './form-fields.ts';

interface MissingField {
  /** As its form calls it. */
  name: string;
  /** A sentence in the words of its form. */
  text: string;
}

/** What a draft lacks before it can be funded, field by field in the form's order. */
export function missingFields(campaign: Campaign, now: Date): MissingField[] {
  const errors = Object.entries(campaignErrors(valuesOf(campaign), now));
  // The place without its point and the point without its place are one thing to the reader.
  const seen = errors.filter(
    ([path]) => path !== 'locationDetails' || !errors.some(([other]) => other === 'location'),
  );
  const sorted = seen.toSorted(([one], [other]) => byForm(one, other));
  return sorted.map(([path, text]) => {
    const name = fieldName(path);
    return { name, text: text.includes(name) ? text : `${name}: ${text}` };
  });
}
