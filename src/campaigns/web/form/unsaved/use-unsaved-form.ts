import { useState } from 'react';
import { type CampaignFormValues, hasSameValues } from '../campaign-form-values.ts';
import type { FormKey } from './unsaved-form-key.ts';
import { deleteUnsavedForm, storeUnsavedForm, loadUnsavedForm } from './unsaved-form-storage.ts';

interface KeptFormOptions {
  form: FormKey;
  account: string | null;
  from: CampaignFormValues;
}

export interface UnsavedFormState {
  initialValues: CampaignFormValues;
  /** `isStale` if the draft has changed since they were stored. */
  found: { values: CampaignFormValues; isStale: boolean } | null;
  keep(values: CampaignFormValues): void;
  forget(): void;
}

export function useUnsavedForm({ form, account, from }: KeptFormOptions): UnsavedFormState {
  const [found] = useState(() => {
    const kept = loadUnsavedForm({ form, account });
    // Only a draft can be stale: another tab or team member may have saved it.
    const isStale = kept !== null && form.startsWith('draft.') && !hasSameValues(kept.from, from);
    if (!kept) return null;
    // If the user filled in the form before signing in, prefill the company name as in an empty form.
    const company = kept.values.company || from.company;
    return { values: { ...kept.values, company }, isStale };
  });
  return {
    initialValues: found && !found.isStale ? found.values : from,
    found,
    keep: (values) => {
      if (hasSameValues(values, from)) deleteUnsavedForm(form);
      else storeUnsavedForm({ form, account }, { values, from });
    },
    forget: () => deleteUnsavedForm(form),
  };
}
