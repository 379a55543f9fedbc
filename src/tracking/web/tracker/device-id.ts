import { Id } from '#kernel/id.ts';

const STORAGE_KEY = 'promenade.device';

/**
 * Returns this browser's random name, the same in all its pages. It keeps another device from sending its own
 * positions into a running session. Returns undefined if the browser cannot store one: the server then goes by
 * the sign-in.
 */
export function getDeviceId(): string | undefined {
  try {
    const known = Id.safeParse(localStorage.getItem(STORAGE_KEY));
    if (known.success) return known.data;
    const created = crypto.randomUUID();
    localStorage.setItem(STORAGE_KEY, created);
    return created;
  } catch {
    return undefined;
  }
}
