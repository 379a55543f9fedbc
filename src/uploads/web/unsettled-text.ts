import type { FieldUploads } from './upload-field.tsx';

/** Why a form would leave without a file that was chosen for it; null where it would not. */
export function unsettledText({ isBusy, failed: [failed] }: FieldUploads): string | null {
  if (isBusy) return 'Wait until this file has arrived, or remove it';
  if (!failed) return null;
  return failed.canRetry
    ? `${failed.name} has not arrived. Try it again or remove it.`
    : `${failed.name} cannot be used. Remove it or choose another file.`;
}
