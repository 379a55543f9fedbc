import { t } from '#kernel/text.ts';
import type { Campaign } from '../../contract.ts';
import { validateCampaign } from './campaign-form-check.ts';
import { toFormValues } from './campaign-form-values.ts';
import { compareByFormOrder, fieldName } from './form-fields.ts';

interface MissingField {
  name: string;
  text: string;
}

export function listMissingFields(campaign: Campaign, now: Date): MissingField[] {
  const errors = Object.entries(validateCampaign(toFormValues(campaign), now));
  // The user sees `location` and `locationDetails` as one field, so report only one of them.
  const seen = errors.filter(
    ([path]) => path !== 'locationDetails' || !errors.some(([other]) => other === 'location'),
  );
  const sorted = seen.toSorted(([one], [other]) => compareByFormOrder(one, other));
  return sorted.map(([path, text]) => {
    const name = fieldName(path);
    return {
      name,
      text: text.includes(name) ? text : t('{field}: {problem}', { field: name, problem: text }),
    };
  });
}
