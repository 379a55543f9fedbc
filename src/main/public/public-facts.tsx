import { createContext, createElement, type ReactNode, useContext } from 'react';
import { getPublicConfig } from '#platform/config-contract.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { useIsPrerendering } from '../frame/prerendering.ts';
import { contactElements, factMarks, type PublicFacts, toPublicFacts } from '../public-contract.ts';

/** Null until the config has loaded. */
const FactsContext = createContext<PublicFacts | null>(null);

/**
 * Provides this installation's fee and contact. A prerendered page has marks in their place, which the server
 * replaces. The app reads the config that its maps have loaded.
 */
export function PublicFactsProvider({ children }: { children: ReactNode }) {
  return useIsPrerendering() ? (
    <FactsContext value={factMarks}>{children}</FactsContext>
  ) : (
    <LoadedFacts>{children}</LoadedFacts>
  );
}

function LoadedFacts({ children }: { children: ReactNode }) {
  const { data } = useEndpoint(getPublicConfig, {}, { enabled: false });
  const facts = data ? toPublicFacts(Math.round(data.feePercent * 100), data.contactEmail) : null;
  return <FactsContext value={facts}>{children}</FactsContext>;
}

export function usePublicFacts(): PublicFacts | null {
  return useContext(FactsContext);
}

interface ContactProps {
  /** Drawn if the operator names an address for questions. */
  children: (email: string) => ReactNode;
  otherwise?: ReactNode;
}

/** Draws the operator's address, or something else without one. A prerendered page has both, for the server. */
export function Contact({ children, otherwise = null }: ContactProps) {
  const facts = usePublicFacts();
  const isPrerendering = useIsPrerendering();
  if (!facts) return null;
  if (!isPrerendering) return facts.contact === null ? otherwise : children(facts.contact);
  return (
    <>
      {createElement(contactElements.with, null, children(factMarks.contact ?? ''))}
      {createElement(contactElements.without, null, otherwise)}
    </>
  );
}
