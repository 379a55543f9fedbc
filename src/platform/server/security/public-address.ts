import type { Deps } from '../deps.ts';
import { slot } from '../slots.ts';

/** Filled by main once the server listens. Returns its own address, for use if PUBLIC_URL is not set. */
export const listeningAddress = slot<() => string>('listening address');

/** Returns the public URL of this site without a trailing slash, for links in mail and for the wallet. */
export function publicAddress(deps: Pick<Deps, 'config' | 'slots'>): string {
  return deps.config.publicUrl ?? deps.slots.get(listeningAddress)();
}
