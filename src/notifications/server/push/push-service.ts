import type { BodyOf } from '#kernel/endpoint.ts';
import { refuse } from '#notifications/domain.ts';
import type {
  deletePushSubscription as deleteContract,
  savePushSubscription as saveContract,
} from '#notifications/push-contract.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import {
  PrivateAddressError,
  requirePublicName,
  requirePublicUrl,
} from '#platform/server/security/public-address.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { requireUsableKeys } from './encryption.ts';
import * as store from './push-store.ts';

/** Refuses with 'push/address' or 'push/key', before anything is stored, if no message could be sent. */
export async function savePushSubscription(
  deps: Deps,
  actor: Actor,
  { endpoint, keys }: BodyOf<typeof saveContract>,
): Promise<void> {
  if (deps.config.push.key === undefined) throw refuse('push/unavailable');
  await requirePublicEndpoint(deps, endpoint);
  try {
    requireUsableKeys(keys);
  } catch {
    throw refuse('push/key');
  }
  await transact(deps.db, (tx) =>
    store.savePushSubscription(tx, {
      id: deps.random.uuid(),
      accountId: actor.userId,
      sessionId: actor.sessionId,
      endpoint,
      ...keys,
      createdAt: deps.clock.now(),
    }),
  );
}

async function requirePublicEndpoint({ config }: Deps, endpoint: string): Promise<void> {
  try {
    await requirePublicName(requirePublicUrl(endpoint, config.push), config.push);
  } catch (error) {
    if (error instanceof PrivateAddressError) throw refuse('push/address');
    throw error;
  }
}

export async function deletePushSubscription(
  deps: Deps,
  actor: Actor,
  { endpoint }: BodyOf<typeof deleteContract>,
): Promise<void> {
  await transact(deps.db, (tx) => store.deletePushSubscription(tx, actor.userId, endpoint));
}
