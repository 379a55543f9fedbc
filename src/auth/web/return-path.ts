import { useCallback, useEffect } from 'react';
import { useLocation } from 'react-router';
import { addMilliseconds, MINUTE } from '#kernel/time.ts';
import { readStoredText, storeText } from '#platform/web/browser-storage.ts';
import { useClock } from '#platform/web/clock.ts';

/** Long enough to request two codes and set up a second factor. */
export const RETURN_PATH_LIFETIME_MS = 30 * MINUTE;

/**
 * Shared by the whole browser, like the session: the mailed link opens in another tab. `account` is null if the user
 * was signed out: then any user may return to the page.
 */
interface WayBack {
  path: string;
  account: string | null;
  leftAt: number;
}

const place = 'promenade.way-back';

export function useRememberReturnPath(): (where?: { path?: string; account?: string }) => void {
  const clock = useClock();
  const { pathname, search, hash } = useLocation();
  const present = pathname + search + hash;
  return useCallback(
    ({ path = present, account = null } = {}) => {
      const now = clock.now();
      // A session that ends, in any tab, must not replace a page that the user left in order to sign in.
      if (account !== null && isLeftOnPurpose(readKept(), now)) return;
      storeText('localStorage', place, JSON.stringify({ path, account, leftAt: now.getTime() }));
    },
    [clock, present],
  );
}

export function readReturnPath(accountId: string, now: Date): string | null {
  const kept = readKept();
  if (!kept || (kept.account !== null && kept.account !== accountId)) return null;
  return isOver(kept, now) ? null : toInternalPath(kept.path);
}

/** Runs when the app starts: an address may contain a place or a token, and computers are shared. */
export function useExpireReturnPath(): void {
  const clock = useClock();
  useEffect(() => {
    const kept = readKept();
    if (kept && isOver(kept, clock.now())) deleteReturnPath();
  }, [clock]);
}

export function deleteReturnPath(): void {
  storeText('localStorage', place, null);
}

/** History state that marks an address as one the user was led back to. */
export const returnState = { isWayBack: true };

/** False if the user opened the address themselves. */
export function useIsReturning(): boolean {
  const { state } = useLocation();
  return (state as Partial<typeof returnState> | null)?.isWayBack === true;
}

/**
 * Null if the user should not return to it (home, sign-in, API). Also null if a browser would read another host into it
 * ('//host', '/\host', a line break between the slashes), or a server in between might ('/%2Fhost').
 */
export function toInternalPath(text: string, origin: string = window.location.origin): string | null {
  if (!text.startsWith('/') || !URL.canParse(text, origin)) return null;
  const url = new URL(text, origin);
  const { pathname, search, hash } = url;
  const isElsewhere = url.origin !== origin || pathname.startsWith('//') || /%2f|%5c/i.test(pathname);
  const isNoPage = pathname === '/' || /^\/(?:auth|api)(?:\/|$)/.test(pathname);
  return isElsewhere || isNoPage ? null : pathname + search + hash;
}

function isOver({ leftAt }: WayBack, now: Date): boolean {
  return addMilliseconds(new Date(leftAt), RETURN_PATH_LIFETIME_MS) <= now;
}

function isLeftOnPurpose(kept: WayBack | null, now: Date): boolean {
  return kept !== null && kept.account === null && !isOver(kept, now);
}

function readKept(): WayBack | null {
  try {
    const kept: Partial<WayBack> | null = JSON.parse(readStoredText('localStorage', place) ?? 'null');
    const { path, account, leftAt } = kept ?? {};
    if (typeof path !== 'string' || typeof leftAt !== 'number') return null;
    return account === null || typeof account === 'string' ? { path, account, leftAt } : null;
  } catch {
    // The value is not ours.
    return null;
  }
}
