import { readStoredText } from '#platform/web/browser-storage.ts';

export type FormKey = 'new' | `copy.${string}` | `draft.${string}`;

export const toStorageKey = (form: FormKey) => `promenade.campaign-form.${form}`;

export function hasUnsavedForm(form: FormKey): boolean {
  return readStoredText('localStorage', toStorageKey(form)) !== null;
}
