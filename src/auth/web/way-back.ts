import { useCallback, useEffect } from 'react';
import { useLocation } from 'react-router';
import { z } from 'zod';
import { addMilliseconds, MINUTE } from '#kernel/time.ts';
import { useClock } from '#platform/web/clock.ts';

/** Long enough to ask for a code twice and to set up a second factor; who signs in the day after begins at home. */
export const WAY_BACK_LIFETIME_MS = 30 * MINUTE;

/**
 * One for the whole browser, as signing in is: the mailed link opens in another tab than the one that asked for it. `account` is
 * whose page it was; null where nobody was signed in there, and it is then for whoever signs in.
 */
const WayBack = z.object({ path: z.string(), account: z.string().nullable(), leftAt: z.number() });

const place = 'promenade.way-back';

/**
 * Remembers where somebody is who is about to be sent to sign in, so that they come back to it: the present address, or the one that
 * the returned function is given. Home leads back (main/frame/home.tsx), and only to a page of ours.
 */
export function useRememberWayBack(): (where?: { path?: string; account?: string }) => void {
  const clock = useClock();
  const { pathname, search, hash } = useLocation();
  const present = pathname + search + hash;
  return useCallback(
    ({ path = present, account = null } = {}) => {
      const now = clock.now();
      // Where a session ends, in whatever tab, nobody has asked for the sign-in: what was left on purpose counts more.
      if (account !== null && isLeftOnPurpose(readKept(), now)) return;
      keep({ path, account, leftAt: now.getTime() });
    },
    [clock, present],
  );
}

/** Where this account, which has just signed in, goes back to; null where it goes home. */
export function readWayBack(accountId: string, now: Date): string | null {
  const kept = readKept();
  if (!kept || (kept.account !== null && kept.account !== accountId)) return null;
  return isOver(kept, now) ? null : ownPage(kept.path);
}

/** Takes away what is overdue, where the app begins: an address may hold a place or a token, and computers are shared. */
export function useEndOfOverdueWayBack(): void {
  const clock = useClock();
  useEffect(() => {
    const kept = readKept();
    if (kept && isOver(kept, clock.now())) endWayBack();
  }, [clock]);
}

export function endWayBack(): void {
  try {
    window.localStorage.removeItem(place);
  } catch {
    // Forbidden, hence nothing was remembered.
  }
}

/** What the browser's history holds of an address that was led back to. */
export const onWayBack = { isWayBack: true };

/** Was somebody led back to this address, rather than having asked for it as who they are now? */
export function useIsOnWayBack(): boolean {
  const { state } = useLocation();
  return z.object({ isWayBack: z.literal(true) }).safeParse(state).success;
}

/**
 * The path inside our own pages that this text names. Null where a browser would read another host into it ('//host', '/\host', a
 * line break between the slashes), or something before us might ('/%2Fhost'), and for addresses that are no page to come back to.
 */
export function ownPage(text: string, origin: string = window.location.origin): string | null {
  if (!text.startsWith('/') || !URL.canParse(text, origin)) return null;
  const url = new URL(text, origin);
  const { pathname, search, hash } = url;
  const isElsewhere = url.origin !== origin || pathname.startsWith('//') || /%2f|%5c/i.test(pathname);
  const isNoPage = pathname === '/' || /^\/(?:auth|api)(?:\/|$)/.test(pathname);
  return isElsewhere || isNoPage ? null : pathname + search + hash;
}

function isOver({ leftAt }: z.output<typeof WayBack>, now: Date): boolean {
  return addMilliseconds(new Date(leftAt), WAY_BACK_LIFETIME_MS) <= now;
}

function isLeftOnPurpose(kept: z.output<typeof WayBack> | null, now: Date): boolean {
  return kept !== null && kept.account === null && !isOver(kept, now);
}

function keep(wayBack: z.output<typeof WayBack>): void {
  try {
    window.localStorage.setItem(place, JSON.stringify(wayBack));
  } catch {
    // Full or forbidden: they begin at home.
  }
}

function readKept(): z.output<typeof WayBack> | null {
  try {
    const kept = window.localStorage.getItem(place);
    const parsed = kept === null ? null : WayBack.safeParse(JSON.parse(kept));
    return parsed?.success ? parsed.data : null;
  } catch {
    // The browser forbids storage, or somebody else wrote there.
    return null;
  }
}
