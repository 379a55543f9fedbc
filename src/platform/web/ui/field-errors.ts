import { CallError } from '../call.ts';

/** The one method of @mantine/form's form that is needed here. */
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
  const [first] = paths;
  if (first === undefined) return false;
  form.setErrors({ ...error.fields });
  form.getInputNode?.(first)?.focus();
  return true;
}
