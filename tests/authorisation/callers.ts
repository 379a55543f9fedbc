/** All callers: one of each kind that the contracts distinguish, plus a second marketer and advertiser. */
import type { EndpointDefinition } from '#kernel/endpoint.ts';
import type { Client, TestApp } from '#tests/support/app.ts';

export const callers = [
  'signedOut',
  'suspended',
  'deleted',
  'noType',
  'marketer',
  'otherMarketer',
  'advertiser',
  'otherAdvertiser',
  // Members of the team of `advertiser`.
  'manager',
  'viewer',
  'admin',
] as const;
export type Caller = (typeof callers)[number];

/** Returns a new user of this kind, whom no other caller knows. */
export async function newCaller(app: TestApp, caller: Caller): Promise<Client> {
  if (caller === 'signedOut') return app.visitor();
  if (caller === 'admin') return app.signInAdmin();
  const client = await app.signIn(roles[caller] === 'advertiser' ? 'advertiser' : 'marketer');
  const change = { noType: 'role = null', suspended: 'suspended_at = $2', deleted: 'deleted_at = $2' };
  if (caller === 'noType' || caller === 'suspended' || caller === 'deleted') {
    const values = caller === 'noType' ? [client.userId] : [client.userId, app.clock.now()];
    await app.database.asOwner(`update account set ${change[caller]} where id = $1`, values);
  }
  return client;
}

/**
 * A session's first use after a while updates its row, which would look like a change by a refused call. Call it before
 * the clock stands still.
 */
export async function touchSessions(clients: Readonly<Record<Caller, Client>>): Promise<void> {
  for (const caller of callers) await clients[caller].request('GET', '/api/pricing-tiers');
}

export const isSignedIn = (caller: Caller) => !['signedOut', 'suspended', 'deleted'].includes(caller);

const roles: Partial<Record<Caller, 'marketer' | 'advertiser' | 'admin'>> = {
  marketer: 'marketer',
  otherMarketer: 'marketer',
  advertiser: 'advertiser',
  otherAdvertiser: 'advertiser',
  manager: 'advertiser',
  viewer: 'advertiser',
  admin: 'admin',
};

/**
 * Returns the refusal code that stops this caller before the object matters, or null if the contract lets
 * them in.
 */
export function findDoorRefusal({ who }: Pick<EndpointDefinition, 'who'>, caller: Caller): string | null {
  if (who === 'anyone' || who === 'provider') return null;
  if (!isSignedIn(caller)) return 'auth/required';
  if (who === 'signedIn') return null;
  const role = roles[caller];
  if (!role) return 'auth/type-required';
  return who.includes(role) ? null : 'auth/forbidden';
}
