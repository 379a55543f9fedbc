import { z } from 'zod';
import { type Message, msg, problem, t } from '#kernel/text.ts';

export const socialPlatforms = ['instagram', 'tiktok', 'facebook', 'youtube', 'twitter'] as const;
export const SocialPlatform = z.enum(socialPlatforms, {
  ...problem('Choose a platform'),
});
export type SocialPlatform = z.infer<typeof SocialPlatform>;

export const socialPlatformNames: Readonly<Record<SocialPlatform, string>> = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
  facebook: 'Facebook',
  youtube: 'YouTube',
  twitter: 'X',
};

interface HandleFormat {
  /** From the platform's help pages. */
  pattern: RegExp;
  says: Message;
  /** Call it only with a handle that matches the pattern. */
  url: (handle: string) => string;
}

const handleFormats: Readonly<Record<SocialPlatform, HandleFormat>> = {
  instagram: {
    pattern: /^[a-z0-9._]{1,30}$/i,
    says: msg('letters, digits, periods and underscores, at most 30'),
    url: (handle) => `https://www.instagram.com/${handle}/`,
  },
  tiktok: {
    pattern: /^[a-z0-9._]{2,24}$/i,
    says: msg('letters, digits, periods and underscores, 2 to 24'),
    url: (handle) => `https://www.tiktok.com/@${handle}`,
  },
  facebook: {
    pattern: /^[a-z0-9.]{5,50}$/i,
    says: msg('letters, digits and periods, 5 to 50'),
    url: (handle) => `https://www.facebook.com/${handle}`,
  },
  youtube: {
    pattern: /^[a-z0-9._-]{3,30}$/i,
    says: msg('letters, digits, periods, underscores and hyphens, 3 to 30'),
    url: (handle) => `https://www.youtube.com/@${handle}`,
  },
  twitter: {
    pattern: /^[a-z0-9_]{1,15}$/i,
    says: msg('letters, digits and underscores, at most 15'),
    url: (handle) => `https://x.com/${handle}`,
  },
};

/** No platform allows these, and as a path segment they would change the URL. */
const hasInvalidPeriods = (text: string) => text.startsWith('.') || text.endsWith('.') || text.includes('..');

/** '@maya.runs' gives 'maya.runs'. */
export function parseHandle(
  platform: SocialPlatform,
  typed: string,
): { isRight: true; text: string } | { isRight: false; problem: string } {
  const text = typed.trim().replace(/^@/, '');
  const { pattern, says } = handleFormats[platform];
  if (text === '') return { isRight: false, problem: t('Enter your account name') };
  if (!pattern.test(text) || hasInvalidPeriods(text)) {
    return { isRight: false, problem: t('Enter only the name, not a link: {says}', { says }) };
  }
  return { isRight: true, text };
}

/** Throws if the handle is invalid. */
export function socialUrl(platform: SocialPlatform, handle: string): string {
  const right = parseHandle(platform, handle);
  if (!right.isRight) throw new RangeError(`no handle of ${platform}`);
  return handleFormats[platform].url(right.text);
}
