import { getPublicConfig, type PublicConfig } from '../../config-contract.ts';
import { useEndpoint } from '../query.ts';

/**
 * Returns the installation's public config, loaded once, or undefined while it loads or if it fails to load.
 */
export function usePublicConfig(): PublicConfig | undefined {
  return useEndpoint(getPublicConfig, {}, { staleTime: Number.POSITIVE_INFINITY }).data;
}
