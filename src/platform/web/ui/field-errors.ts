import { CallError } from '../call.ts';
import { showToast } from './toast.ts';

/** What is needed here of a form of @mantine/form. */
interface FormWithErrors {
  setErrors(errors: Record<string, string>): void;
  getInputNode?(path: string): HTMLElement | null;
}

/**
 * Puts the server's per-field texts onto the form and moves the focus to the first of them.
 * True where there was at least one, so that the caller shows a toast only where nothing is marked.
 */
export function showFieldErrors(form: FormWithErrors, error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  const paths = Object.keys(error.fields);
  if (paths.length === 0) return false;
  form.setErrors({ ...error.fields });
  focusFirst(form, paths);
  return true;
}

/** For a form whose own checks have marked fields: moves the focus to the first of them and says why nothing was sent. */
export function showIncomplete(form: FormWithErrors, errors: Readonly<Record<string, unknown>>): void {
  focusFirst(form, Object.keys(errors));
  showToast({ title: 'Almost there', message: 'Please check the marked fields.', tone: 'error' });
}

/** The first on the screen, whatever the order in which they were checked. */
function focusFirst(form: FormWithErrors, paths: readonly string[]): void {
  const inputs = paths.flatMap((path) => form.getInputNode?.(path) ?? []);
  const [first] = inputs.toSorted((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  first?.focus();
}
