import { notifications } from '@mantine/notifications';
import { t } from '#kernel/text.ts';
import { getErrorText } from '../../call.ts';

export type ToastTone = 'success' | 'error' | 'info';

export interface Toast {
  title: string;
  message?: string;
  tone?: ToastTone;
}

const colors: Record<ToastTone, string> = { success: 'moss', error: 'red', info: 'ember' };

let shownError: string | undefined;

/** Replaces any other toast that is shown or waiting. */
export function showToast({ title, message = '', tone = 'info' }: Toast): void {
  notifications.cleanQueue();
  notifications.clean();
  const id = notifications.show({
    title,
    message,
    color: colors[tone],
    autoClose: 5000,
    // Screen readers must announce an error at once. Other toasts may wait for a pause.
    role: tone === 'error' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': t('Dismiss') },
  });
  shownError = tone === 'error' ? id : undefined;
}

export function showErrorToast(
  error: unknown,
  fallback: string = t('Something went wrong. Please try again.'),
  title: string = t('Error'),
): void {
  showToast({ title, message: getErrorText(error, fallback), tone: 'error' });
}

export function hideErrorToast(): void {
  if (shownError !== undefined) notifications.hide(shownError);
  shownError = undefined;
}
