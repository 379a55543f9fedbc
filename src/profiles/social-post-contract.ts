import type { SocialPlatform } from './social-handle-contract.ts';

interface PostFormat {
  /** With the short ones of the Share button. Subdomains count too. */
  hosts: readonly string[];
  /** The forms of a path that name the account. */
  handles: readonly RegExp[];
}

const postFormats: Readonly<Record<SocialPlatform, PostFormat>> = {
  instagram: {
    hosts: ['instagram.com', 'instagr.am'],
    handles: [/^\/stories\/([^/]+)\/\d/, /^\/([^/]+)\/(?:p|reel|tv)\//],
  },
  tiktok: { hosts: ['tiktok.com'], handles: [/^\/@([^/]+)/] },
  facebook: {
    hosts: ['facebook.com', 'fb.com', 'fb.watch'],
    handles: [/^\/([a-z0-9.]{5,50})\/(?:posts|videos|photos|reels)\//i],
  },
  youtube: { hosts: ['youtube.com', 'youtu.be'], handles: [/^\/@([^/]+)/] },
  twitter: { hosts: ['x.com', 'twitter.com'], handles: [/^\/(\w{1,15})\/status\//] },
};

/** Words that stand where a handle could, for example in x.com/i/status/1. */
const notHandles = new Set(['i', 'share', 'watch', 'groups', 'profile.php', 'reel', 'story.php']);

/** The host and path of a link. A link with a user name, such as https://x.com@other.example, has none. */
const linkParts = /^https?:\/\/([a-z0-9.-]+)(?::\d+)?(\/[^?#]*)?(?:[?#]|$)/i;

/** The handle has no '@'. Many links show none. */
export function parsePostUrl(
  platform: SocialPlatform,
  link: string,
): { isOnPlatform: boolean; handle: string | null } {
  const [, host = '', path = '/'] = linkParts.exec(link) ?? [];
  const { hosts, handles } = postFormats[platform];
  const isOnPlatform = hosts.some((own) => `.${host.toLowerCase()}`.endsWith(`.${own}`));
  if (!isOnPlatform) return { isOnPlatform, handle: null };
  const handle = handles.map((form) => form.exec(path)?.[1]).find((found) => found !== undefined);
  const isNamed = handle !== undefined && !notHandles.has(handle.toLowerCase());
  return { isOnPlatform, handle: isNamed ? decodeHandle(handle) : null };
}

function decodeHandle(handle: string): string {
  try {
    return decodeURIComponent(handle);
  } catch {
    // Not encoded as the standard says.
    return handle;
  }
}
