import { t } from '#kernel/text.ts';
import type { FieldUploads } from './upload-field.tsx';

export function formatPendingUpload({ isBusy, failed: [failed] }: FieldUploads): string | null {
  if (isBusy) return t('Wait for this file to upload, or remove it.');
  if (!failed) return null;
  return failed.canRetry
    ? t('{name} wasn’t uploaded. Try again or remove it.', { name: failed.name })
    : t('{name} cannot be used. Remove it or choose another file.', { name: failed.name });
}
