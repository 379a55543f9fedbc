import { storeText } from '#platform/web/browser-storage.ts';

/** Apart from the code that reads it, so that the header does not load zod. */
export const RECENT_CHOICES_KEY = 'promenade.recent-choices';

export function deleteRecentChoices(): void {
  storeText('localStorage', RECENT_CHOICES_KEY, null);
}
