import { getPublicConfig, type PublicConfig } from '../config-contract.ts';
import { useEndpoint } from './query.ts';

/** What this installation offers; read once. Undefined while it is not known, and where it cannot be read. */
export function usePublicConfig(): PublicConfig | undefined {
  return useEndpoint(getPublicConfig, {}, { staleTime: Number.POSITIVE_INFINITY }).data;
}
