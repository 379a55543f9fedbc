import { createContext, useContext } from 'react';

/**
 * True while the build draws a public page into its file. False in the browser, and for the app's own empty document,
 * which the build draws with the landing page's address.
 */
const PrerenderingContext = createContext(false);

export const PrerenderingProvider = PrerenderingContext.Provider;

export function useIsPrerendering(): boolean {
  return useContext(PrerenderingContext);
}
