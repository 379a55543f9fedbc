import { useEffect } from 'react';
import type { CurrentUser } from '#auth/contract.ts';
import { getLanguage } from '#kernel/language.ts';
import { switchLanguage } from '#platform/web/language.ts';

/**
 * Draws the app again if the account has another language than this browser, for example after signing in on another
 * device.
 */
export function useFollowLanguage(user: CurrentUser | null | undefined, follow = switchLanguage): void {
  const language = user?.language;
  useEffect(() => {
    if (language !== undefined && language !== getLanguage()) follow(language);
  }, [language, follow]);
}
