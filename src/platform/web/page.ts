import { type MetaDescriptor, useMatches } from 'react-router';
import type { Role } from '#kernel/endpoint.ts';
import { type Message, t } from '#kernel/text.ts';

/** Access rules that a route module exports: `export const handle: PageHandle = { roles: ['marketer'] }`. */
export interface PageHandle {
  /** A prerendered public page, sent without the app's scripts. */
  withoutApp?: true;
  /** Open to users who are not signed in. */
  visitors?: true;
  /** Not remembered as the page to return to after a sign-in. */
  isPassing?: true;
  /** Its parts appear together, under a skeleton until then. */
  appearsAtOnce?: true;
  /** The page itself gives a new user their type, so the frame does not ask for it. */
  givesType?: true;
  /** Signed-in users need one of these roles. If absent, every role may see the page. */
  roles?: readonly Role[];
}

/**
 * Returns the handle of the innermost route. A page without a handle is open to every signed-in user with a
 * type.
 */
export function usePageHandle(): PageHandle {
  // Route modules are type-checked at `handle: PageHandle`. The router types it as unknown.
  return (useMatches().at(-1)?.handle ?? {}) as PageHandle;
}

/** Returns a page's `meta`: the title of the browser's tab, and the description for search engines. */
export const pageMeta = (title: string | Message, description?: string | Message) => (): MetaDescriptor[] => [
  { title: `${show(title)} · Promenade` }, // the name is not for users to translate
  ...(description === undefined ? [] : [{ name: 'description', content: show(description) }]),
];

/** A page that makes its texts for the reader passes strings. */
const show = (text: string | Message) => (typeof text === 'string' ? text : t(text));
