import type { Deps } from './deps.ts';
import { slot } from './slots.ts';

/** Filled by main once the server listens: its own address, for when PUBLIC_URL is not set. */
export const listeningAddress = slot<() => string>('listening address');

/** The address that people reach this site at, without a slash at the end: for links in mail and for the wallet. */
export function publicAddress(deps: Pick<Deps, 'config' | 'slots'>): string {
  return deps.config.publicUrl ?? deps.slots.get(listeningAddress)();
}
