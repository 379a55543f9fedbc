import { createContext, createElement, type ReactNode, useContext } from 'react';
import { usePublicConfig } from '#platform/web/hooks/use-public-config.ts';
import { useIsPrerendering } from '../frame/prerendering.ts';
import { contactElements, factMarks, type PublicFacts, toPublicFacts } from '../public-contract.ts';

/** Null until the config has loaded. */
const FactsContext = createContext<PublicFacts | null>(null);

/**
 * A prerendered page has marks in place of the fee and contact, which the server replaces. The app loads the
 * config.
 */
export function PublicFactsProvider({ children }: { children: ReactNode }) {
  return useIsPrerendering() ? (
    <FactsContext value={factMarks}>{children}</FactsContext>
  ) : (
    <LoadedFacts>{children}</LoadedFacts>
  );
}

function LoadedFacts({ children }: { children: ReactNode }) {
  const config = usePublicConfig();
  const facts = config ? toPublicFacts(Math.round(config.feePercent * 100), config.contactEmail) : null;
  return <FactsContext value={facts}>{children}</FactsContext>;
}

export function usePublicFacts(): PublicFacts | null {
  return useContext(FactsContext);
}

interface ContactProps {
  children: (email: string) => ReactNode;
  otherwise?: ReactNode;
}

/**
 * Draws the operator's address, or something else without one, or until it is known. A prerendered page has both, for
 * the server.
 */
export function Contact({ children, otherwise = null }: ContactProps) {
  const facts = usePublicFacts();
  const isPrerendering = useIsPrerendering();
  if (!isPrerendering) {
    const contact = facts?.contact ?? null;
    return contact === null ? otherwise : children(contact);
  }
  return (
    <>
      {createElement(contactElements.with, null, children(factMarks.contact ?? ''))}
      {createElement(contactElements.without, null, otherwise)}
    </>
  );
}
