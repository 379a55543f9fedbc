import { createContext, useContext } from 'react';

/**
 * True while the build prerenders a public page. False for the app's own empty document, which the build
 * renders at the landing page's address.
 */
const PrerenderingContext = createContext(false);

export const PrerenderingProvider = PrerenderingContext.Provider;

export function useIsPrerendering(): boolean {
  return useContext(PrerenderingContext);
}
