import { useState } from 'react';
import { type CampaignFormValues, sameValues } from './campaign-form-values.ts';
import { forgetKeptForm, type FormKey, keepForm, readKeptForm } from './kept-form.ts';

interface KeptFormOptions {
  form: FormKey;
  /** Who types; null where nobody is signed in. */
  account: string | null;
  /** What the form holds before anything is typed into it. */
  from: CampaignFormValues;
}

export interface KeptFormState {
  /** What the form begins with: what was typed before, where that still fits, else `from`. */
  initialValues: CampaignFormValues;
  /** Typed before; `isStale` where what it was typed over has been changed meanwhile. Null where there was nothing. */
  found: { values: CampaignFormValues; isStale: boolean } | null;
  keep(values: CampaignFormValues): void;
  forget(): void;
}

/** Keeps what is typed in the browser until it is saved, over reloads and signing in. */
export function useKeptForm({ form, account, from }: KeptFormOptions): KeptFormState {
  const [found] = useState(() => {
    const kept = readKeptForm({ form, account });
    // Only a draft lives on beside what was typed: another tab, or another person, may have saved it.
    const isStale = kept !== null && form.startsWith('draft.') && !sameValues(kept.from, from);
    if (!kept) return null;
    // Whoever typed before signing in is greeted with the company's name after it, as in an empty form.
    const company = kept.values.company || from.company;
    return { values: { ...kept.values, company }, isStale };
  });
  return {
    initialValues: found && !found.isStale ? found.values : from,
    found,
    keep: (values) => {
      if (sameValues(values, from)) forgetKeptForm(form);
      else keepForm({ form, account }, { values, from });
    },
    forget: () => forgetKeptForm(form),
  };
}
