import type { Deps } from '../deps.ts';

/** Without a trailing slash. */
export function getPublicUrl(deps: Pick<Deps, 'config' | 'ports'>): string {
  return deps.config.publicUrl ?? deps.ports.getListeningAddress();
}
