import { z } from 'zod';
import { readStoredJson, storeText } from '#platform/web/browser-storage.ts';
import { CampaignFormValues } from '../campaign-form-values.ts';
import { type FormKey, toStorageKey } from './unsaved-form-key.ts';

interface Keeper {
  form: FormKey;
  /** Null if the user is signed out. */
  account: string | null;
}

/**
 * Values kept while signed out belong to the next account that signs in. Values kept by an account are
 * visible only to it.
 */
const Kept = z.object({
  account: z.string().nullable(),
  values: CampaignFormValues,
  from: CampaignFormValues,
});
export type StoredForm = Pick<z.output<typeof Kept>, 'values' | 'from'>;

export function loadUnsavedForm({ form, account }: Keeper): StoredForm | null {
  const kept = readStoredJson('localStorage', toStorageKey(form), Kept);
  return kept?.account === null || kept?.account === account ? kept : null;
}

/** Without storage the form still works, but its values are lost on leaving. */
export function storeUnsavedForm({ form, account }: Keeper, { values, from }: StoredForm): void {
  storeText('localStorage', toStorageKey(form), JSON.stringify({ account, values, from }));
}

export function deleteUnsavedForm(form: FormKey): void {
  storeText('localStorage', toStorageKey(form), null);
}
