import type { Reader } from '#platform/server/db/open-database.ts';
import type { MediaSign } from '#proofs/media-contract.ts';
import { listOtherPostUrls } from './post-store.ts';

/** Parts of a path that are followed by a post's id. */
const idInPath = /\/(?:p|reels?|tv|status|video|shorts|live)\/([^/]+)/;
/** Pages that name the post in a parameter. On other pages these parameters mean nothing. */
const pageWithParameter = /^\/(?:watch|photo|photo\.php|permalink\.php|story\.php)\/?$/;
const idParameters = ['v', 'story_fbid', 'fbid'];

/**
 * Returns the text that identifies a post on its platform. Links to the same post differ in host, handle, and
 * parameters. A short link of a Share button has an id of its own.
 */
export function toPostId(postUrl: string): string {
  const { pathname, searchParams } = new URL(postUrl);
  const named = pageWithParameter.test(pathname)
    ? idParameters.map((name) => searchParams.get(name)).find((value) => value !== null && value !== '')
    : undefined;
  return named ?? idInPath.exec(pathname)?.[1] ?? pathname.split('/').findLast((part) => part !== '') ?? '/';
}

/** Returns the sign that a post also proves another place in the campaign, or other work of the marketer. */
export async function findPostSigns(
  reader: Reader,
  work: { campaignId: string; marketerId: string; applicationId: string },
  postUrl: string | undefined,
): Promise<MediaSign[]> {
  if (postUrl === undefined) return [];
  const id = toPostId(postUrl);
  const others = await listOtherPostUrls(reader, work, id);
  const isUsed = others.some((other) => toPostId(other) === id);
  return isUsed ? [{ kind: 'same-post', weight: 'high', file: null, amount: null }] : [];
}
