import { parsePostUrl } from '#profiles/social-post-contract.ts';
import type { SocialPlatform } from '#profiles/social-handle-contract.ts';

/**
 * The platforms that tell a program about a post, without a token and with its author (oEmbed, https://oembed.com):
 * - YouTube: https://www.youtube.com/oembed
 * - TikTok: https://developers.tiktok.com/doc/embed-videos
 * - X: https://developer.x.com/en/docs/x-api/v1/tweets/post-and-engage/api-reference/get-statuses-oembed
 *
 * Facebook and Instagram do not name the author any more, and allow oEmbed only to show posts (decision 65.1).
 */
export const askedPlatforms = ['tiktok', 'twitter', 'youtube'] as const satisfies readonly SocialPlatform[];
export type AskedPlatform = (typeof askedPlatforms)[number];

interface OEmbedFormat {
  endpoint: string;
  parameters: Readonly<Record<string, string>>;
  /** Returns null for another kind of link, such as a profile or a list. */
  toPostLink: (url: URL) => string | null;
  authorHosts: readonly string[];
  authorPath: RegExp;
}

const formats: Readonly<Record<AskedPlatform, OEmbedFormat>> = {
  tiktok: {
    endpoint: 'https://www.tiktok.com/oembed',
    parameters: {},
    toPostLink({ pathname }) {
      const [, handle, kind, id] = /^\/@([\w.]{2,24})\/(video|photo)\/(\d{5,25})\/?$/.exec(pathname) ?? [];
      return id === undefined ? null : `https://www.tiktok.com/@${handle}/${kind}/${id}`;
    },
    authorHosts: ['tiktok.com'],
    authorPath: /^\/@([\w.]{2,24})\/?$/,
  },
  twitter: {
    endpoint: 'https://publish.twitter.com/oembed',
    parameters: { omit_script: 'true', dnt: 'true' },
    toPostLink({ pathname }) {
      const [, handle, id] = /^\/(\w{1,15})(?:\/web)?\/status\/(\d{1,25})(?:\/|$)/.exec(pathname) ?? [];
      return id === undefined ? null : `https://twitter.com/${handle}/status/${id}`;
    },
    authorHosts: ['twitter.com', 'x.com'],
    authorPath: /^\/(\w{1,15})\/?$/,
  },
  youtube: {
    endpoint: 'https://www.youtube.com/oembed',
    parameters: { format: 'json' },
    toPostLink({ hostname, pathname, searchParams }) {
      const path = hostname === 'youtu.be' ? /^\/([\w-]{11})\/?$/ : /^\/(?:shorts|live)\/([\w-]{11})\/?$/;
      const id = pathname === '/watch' ? searchParams.get('v') : path.exec(pathname)?.[1];
      return id && /^[\w-]{11}$/.test(id) ? `https://www.youtube.com/watch?v=${id}` : null;
    },
    authorHosts: ['youtube.com'],
    authorPath: /^\/@([\w.-]{3,30})\/?$/,
  },
};

export function isAskedPlatform(platform: SocialPlatform | null): platform is AskedPlatform {
  return askedPlatforms.some((asked) => asked === platform);
}

/** Built from the post's id, so that the platform gets nothing else of what the marketer typed. */
export function toPostLink(platform: SocialPlatform | null, postUrl: string): string | null {
  if (!isAskedPlatform(platform) || !URL.canParse(postUrl)) return null;
  return parsePostUrl(platform, postUrl).isOnPlatform ? formats[platform].toPostLink(new URL(postUrl)) : null;
}

/** @param baseUrl of a server that answers in place of the platforms. */
export function buildQuestion(platform: AskedPlatform, link: string, baseUrl: string | undefined): URL {
  const { endpoint, parameters } = formats[platform];
  const url = new URL(baseUrl === undefined ? endpoint : `${baseUrl}/${platform}/oembed`);
  for (const [name, value] of Object.entries({ ...parameters, url: link })) url.searchParams.set(name, value);
  return url;
}

/** Returns the handle without '@', or null if the page shows none. */
export function parseAuthor(platform: AskedPlatform, authorUrl: string): string | null {
  if (!URL.canParse(authorUrl)) return null;
  const { hostname, pathname } = new URL(authorUrl);
  const { authorHosts, authorPath } = formats[platform];
  if (!authorHosts.some((host) => `.${hostname}`.endsWith(`.${host}`))) return null;
  return authorPath.exec(pathname)?.[1] ?? null;
}
