import { Id } from '#kernel/id.ts';
import { readStoredText, storeText } from '#platform/web/browser-storage.ts';
import { createUuid } from '#platform/web/random-key.ts';

const STORAGE_KEY = 'promenade.device';

/**
 * It keeps another device from sending its own positions into a running session. Undefined if the browser cannot store
 * one: the server then goes by the sign-in.
 */
export function getDeviceId(): string | undefined {
  const known = Id.safeParse(readStoredText('localStorage', STORAGE_KEY));
  if (known.success) return known.data;
  const created = createUuid();
  return storeText('localStorage', STORAGE_KEY, created) ? created : undefined;
}
