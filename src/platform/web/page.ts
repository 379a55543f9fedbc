import { type MetaDescriptor, useMatches } from 'react-router';
import type { Role } from '#kernel/endpoint.ts';
import { type Message, t } from '#kernel/text.ts';

/** A route module exports it: `export const handle: PageHandle = { roles: ['marketer'] }`. */
export interface PageHandle {
  withoutApp?: true;
  visitors?: true;
  /** Not remembered as the page to return to after a sign-in. */
  isPassing?: true;
  appearsAtOnce?: true;
  /** The page itself gives a new user their type, so the frame does not ask for it. */
  givesType?: true;
  /** If absent, every role may see the page. */
  roles?: readonly Role[];
}

/** A page without a handle is open to every signed-in user with a type. */
export function usePageHandle(): PageHandle {
  // Route modules are type-checked at `handle: PageHandle`. The router types it as unknown.
  return (useMatches().at(-1)?.handle ?? {}) as PageHandle;
}

export const pageMeta = (title: string | Message, description?: string | Message) => (): MetaDescriptor[] => [
  { title: `${show(title)} · Promenade` }, // the name is not for users to translate
  ...(description === undefined ? [] : [{ name: 'description', content: show(description) }]),
];

/** A page that makes its texts for the reader passes strings. */
const show = (text: string | Message) => (typeof text === 'string' ? text : t(text));
