import { refuse } from '#auth/domain.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { hashToken } from '#platform/server/security/session.ts';
import { createSession, type SignedIn } from './sign-in.ts';
import { endSession } from '../store.ts';
import type { Account } from '../tables.ts';

export interface PresentSession {
  token: string;
  userAgent: string | undefined;
}

/**
 * Call it after the user has proved their identity. If they signed out in another tab in the meantime, they stay signed
 * out.
 */
export async function replaceSession(
  tx: Tx,
  deps: Deps,
  account: Account,
  { token, userAgent }: PresentSession,
  shown: { secondFactor: boolean },
): Promise<SignedIn> {
  const now = deps.clock.now();
  const isLive = await endSession(tx, hashToken(token), now);
  if (!isLive) throw refuse('auth/required');
  const secondFactorAt = shown.secondFactor ? now : null;
  return createSession(tx, deps, account, { presentToken: undefined, userAgent, secondFactorAt });
}
