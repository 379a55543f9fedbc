import type { Deps } from '../deps.ts';

/** Returns the public URL of this site without a trailing slash, for links in mail and for the wallet. */
export function getPublicUrl(deps: Pick<Deps, 'config' | 'ports'>): string {
  return deps.config.publicUrl ?? deps.ports.getListeningAddress();
}
