import { useMatches } from 'react-router';
import type { Role } from '#kernel/endpoint.ts';

/** What a route module says about its page: `export const handle: PageHandle = { roles: ['marketer'] }`. */
export interface PageHandle {
  /** A prerendered public page that is sent without any script. */
  scriptFree?: true;
  /** Open to people who are not signed in. */
  visitors?: true;
  /** Nothing that a visitor comes back to once they have signed in. */
  isPassing?: true;
  /** Whoever has no type yet gets one by what they came for, and is not asked for it before. */
  givesType?: true;
  /** Signed-in people need one of these; left out, every role may see the page. */
  roles?: readonly Role[];
}

/** The handle of the innermost page. A page that says nothing is for every signed-in person with a type. */
export function usePageHandle(): PageHandle {
  // Route modules are checked where they write `handle: PageHandle`; the router itself carries unknown.
  return (useMatches().at(-1)?.handle ?? {}) as PageHandle;
}
