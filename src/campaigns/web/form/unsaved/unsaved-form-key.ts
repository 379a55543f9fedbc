import { readStoredText } from '#platform/web/browser-storage.ts';

export type FormKey = 'new' | `copy.${string}` | `draft.${string}`;

export const toStorageKey = (form: FormKey) => `promenade.campaign-form.${form}`;

/** Returns true if this browser keeps such a form, of any account. It may be unreadable. */
export function hasUnsavedForm(form: FormKey): boolean {
  return readStoredText('localStorage', toStorageKey(form)) !== null;
}
