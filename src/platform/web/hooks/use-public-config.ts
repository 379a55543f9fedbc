import { getPublicConfig, type PublicConfig } from '../../config-contract.ts';
import { useEndpoint } from '../query.ts';

const POLL_MS = 1000;

/**
 * Undefined while it loads or if it fails to load. While the server creates the demo world, reads it again every
 * second.
 */
export function usePublicConfig(): PublicConfig | undefined {
  const { data } = useEndpoint(
    getPublicConfig,
    {},
    {
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: ({ state }) => (typeof state.data?.demoWorldPercent === 'number' ? POLL_MS : false),
    },
  );
  return data;
}
