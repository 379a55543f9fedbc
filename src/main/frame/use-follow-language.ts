import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { CurrentUser } from '#auth/contract.ts';
import { getLanguage } from '#kernel/language.ts';
import { switchLanguage } from '#platform/web/language.ts';

/**
 * Reloads the app if the account has another language than this browser. After a change on another device,
 * waits for the next page, because this one may contain a half-filled form or a recording.
 */
export function useFollowLanguage(user: CurrentUser | null | undefined, follow = switchLanguage): void {
  const { pathname } = useLocation();
  const seen = useRef<{ userId: string; pathname: string }>(undefined);
  useEffect(() => {
    if (!user) return;
    const isKnown = seen.current?.userId === user.id && seen.current.pathname === pathname;
    seen.current = { userId: user.id, pathname };
    if (!isKnown && user.language !== getLanguage()) follow(user.language);
  }, [user, pathname, follow]);
}
