import type { EffectHandler, Lane } from '#platform/server/outbox/enqueue.ts';
import type { Deps } from '../ports.ts';

/** Returns the outbox lane of all effects that call the wallet. */
export function walletLane(deps: Deps): Lane {
  return { name: 'wallet', getCircuit: () => deps.ports.getWalletCircuit() };
}

/**
 * Returns the lane of the effects that send money. After a restore they wait, because the wallet may have made
 * payments since the backup that this database does not know.
 */
export function sendingLane(deps: Deps): Pick<EffectHandler, 'lane' | 'isHeld'> {
  return { lane: walletLane(deps), isHeld: () => deps.ports.getRestoredAt() !== null };
}
