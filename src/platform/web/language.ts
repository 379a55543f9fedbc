import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#kernel/language.ts';

/**
 * The user's choice, which a cookie of the server keeps, or that of the document, which the server chose by the
 * browser's languages.
 */
export function readLanguage(): Language {
  const kept = /(?:^|; )language=([a-z]{2})(?:;|$)/.exec(document.cookie)?.[1];
  return [kept, document.documentElement.lang].find(isLanguage) ?? DEFAULT_LANGUAGE;
}

/**
 * Keeps the language in this browser for a year, and draws the whole app again. A browser that keeps no cookies stays
 * in its language, because it would otherwise reload for ever.
 */
export function switchLanguage(language: Language, reload = () => window.location.reload()): void {
  const year = 365 * 24 * 60 * 60;
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `language=${language}; path=/; max-age=${year}; samesite=lax${secure}`;
  if (readLanguage() === language) reload();
}
