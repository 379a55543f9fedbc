import { t } from '#kernel/text.ts';
import { CallError } from '../../call.ts';
import { showToast } from './toast.ts';

interface FormWithErrors {
  setErrors(errors: Record<string, string>): void;
  getInputNode?(path: string): HTMLElement | null;
}

/** Focuses the first field with an error. Returns false if there are none, so that the caller can show a toast. */
export function showFieldErrors(form: FormWithErrors, error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  const paths = Object.keys(error.fields);
  if (paths.length === 0) return false;
  form.setErrors({ ...error.fields });
  focusFirst(form, paths);
  return true;
}

export function showInvalidFields(form: FormWithErrors, errors: Readonly<Record<string, unknown>>): void {
  focusFirst(form, Object.keys(errors));
  showToast({ title: t('Not saved yet'), message: t('Please check the marked fields.'), tone: 'error' });
}

/** The first in the document, whatever the order in `paths`. */
function focusFirst(form: FormWithErrors, paths: readonly string[]): void {
  const inputs = paths.flatMap((path) => form.getInputNode?.(path) ?? []);
  const [first] = inputs.toSorted((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  first?.focus();
}
