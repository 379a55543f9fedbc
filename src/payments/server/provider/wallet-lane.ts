import type { Lane } from '#platform/server/outbox/enqueue.ts';
import type { Deps } from '../ports.ts';

/** Returns the outbox lane of all effects that call the wallet. */
export function walletLane(deps: Deps): Lane {
  return { name: 'wallet', getCircuit: () => deps.ports.getWalletCircuit() };
}
