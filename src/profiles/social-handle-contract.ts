import { z } from 'zod';

export const SocialPlatform = z.enum(['instagram', 'tiktok', 'facebook', 'youtube', 'twitter'], {
  error: 'Please choose a platform',
});
export type SocialPlatform = z.infer<typeof SocialPlatform>;

export const socialPlatformNames: Readonly<Record<SocialPlatform, string>> = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
  facebook: 'Facebook',
  youtube: 'YouTube',
  twitter: 'X',
};

interface Form {
  /** What the platform itself allows in a handle, by its help pages. */
  pattern: RegExp;
  says: string;
  /** The page of a handle: an address is only ever made here, from what the pattern let through. */
  url: (handle: string) => string;
}

const forms: Readonly<Record<SocialPlatform, Form>> = {
  instagram: {
    pattern: /^[a-z0-9._]{1,30}$/i,
    says: 'letters, digits, periods and underscores, at most 30',
    url: (handle) => `https://www.instagram.com/${handle}/`,
  },
  tiktok: {
    pattern: /^[a-z0-9._]{2,24}$/i,
    says: 'letters, digits, periods and underscores, 2 to 24',
    url: (handle) => `https://www.tiktok.com/@${handle}`,
  },
  facebook: {
    pattern: /^[a-z0-9.]{5,50}$/i,
    says: 'letters, digits and periods, 5 to 50',
    url: (handle) => `https://www.facebook.com/${handle}`,
  },
  youtube: {
    pattern: /^[a-z0-9._-]{3,30}$/i,
    says: 'letters, digits, periods, underscores and hyphens, 3 to 30',
    url: (handle) => `https://www.youtube.com/@${handle}`,
  },
  twitter: {
    pattern: /^[a-z0-9_]{1,15}$/i,
    says: 'letters, digits and underscores, at most 15',
    url: (handle) => `https://x.com/${handle}`,
  },
};

/** A period at an end, or two in a row, is no handle anywhere; alone they would be steps in an address. */
const isDotted = (text: string) => text.startsWith('.') || text.endsWith('.') || text.includes('..');

/** What somebody typed as a handle: '@maya.runs' → 'maya.runs', or what is wrong with it. */
export function handleOf(
  platform: SocialPlatform,
  typed: string,
): { isRight: true; text: string } | { isRight: false; problem: string } {
  const text = typed.trim().replace(/^@/, '');
  const { pattern, says } = forms[platform];
  if (text === '') return { isRight: false, problem: 'Enter the name of your account there' };
  if (!pattern.test(text) || isDotted(text)) {
    return { isRight: false, problem: `Enter the name alone, without an address: ${says}` };
  }
  return { isRight: true, text };
}

/** Where the account of this handle is seen. Throws for what is no handle there. */
export function socialUrl(platform: SocialPlatform, handle: string): string {
  const right = handleOf(platform, handle);
  if (!right.isRight) throw new RangeError(`no handle of ${platform}`);
  return forms[platform].url(right.text);
}
