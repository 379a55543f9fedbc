import { t } from '#kernel/text.ts';
import { browsers, systems } from './device-names.ts';

/** 'Firefox on Windows'. Contains only names of this file, whatever the user agent says. */
export function formatDevice(userAgent: string | null): string {
  const nameIn = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const browser = nameIn(browsers);
  const system = nameIn(systems);
  if (browser && system) return t('{browser} on {system}', { browser, system });
  return browser ?? (system ? t('Unknown browser on {system}', { system }) : t('Unknown device'));
}
