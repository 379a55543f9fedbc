import { notifications } from '@mantine/notifications';

export type ToastTone = 'success' | 'error' | 'info';

export interface Toast {
  title: string;
  message?: string;
  tone?: ToastTone;
}

const colors: Record<ToastTone, string> = { success: 'moss', error: 'red', info: 'ember' };

let shownError: string | undefined;

/** One toast at a time, the newest wins: whatever is shown or waiting goes, this one stays for 5 seconds. */
export function showToast({ title, message = '', tone = 'info' }: Toast): void {
  notifications.cleanQueue();
  notifications.clean();
  const id = notifications.show({
    title,
    message,
    color: colors[tone],
    autoClose: 5000,
    // A failure must be heard at once by those who cannot see it; the rest may wait for a pause.
    role: tone === 'error' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
  shownError = tone === 'error' ? id : undefined;
}

/** Takes the error toast away, where one is shown: what it says no longer holds. */
export function clearErrorToast(): void {
  if (shownError !== undefined) notifications.hide(shownError);
  shownError = undefined;
}
