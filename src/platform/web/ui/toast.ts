import { notifications } from '@mantine/notifications';

export type ToastTone = 'success' | 'error' | 'info';

export interface Toast {
  title: string;
  message?: string;
  tone?: ToastTone;
}

const colors: Record<ToastTone, string> = { success: 'moss', error: 'red', info: 'ember' };

/** One toast at a time, the newest wins: whatever is shown or waiting goes, this one stays for 5 seconds. */
export function showToast({ title, message = '', tone = 'info' }: Toast): void {
  notifications.cleanQueue();
  notifications.clean();
  notifications.show({
    title,
    message,
    color: colors[tone],
    autoClose: 5000,
    // A failure must be heard at once by those who cannot see it; the rest may wait for a pause.
    role: tone === 'error' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
}
