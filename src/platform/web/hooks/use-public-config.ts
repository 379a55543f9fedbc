import { getPublicConfig, type PublicConfig } from '../../config-contract.ts';
import { useEndpoint } from '../query.ts';

/** How often the progress of the demo world is read. */
const POLL_MS = 1000;

/**
 * Returns the installation's public config, loaded once, or undefined while it loads or if it fails to load. While
 * the server creates the demo world, reads it again every second.
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
