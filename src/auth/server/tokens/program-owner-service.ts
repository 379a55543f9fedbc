import { demoAccounts } from '#auth/contract.ts';
import { refuse } from '#auth/domain.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { demoEmail, lockUsableAccount } from '../sign-in/sign-in.ts';
import type { Account } from '../tables.ts';

/**
 * Locks the account of a user who connects a program to it, so that concurrent calls can’t exceed the limit. Anyone can sign in to
 * a demo account, so those connect none.
 */
export async function lockProgramOwner(
  tx: Tx,
  actor: Actor,
): Promise<{ owner: Pick<Account, 'id' | 'email' | 'language'>; isDemo: boolean }> {
  const owner = await lockUsableAccount(tx, actor.userId);
  // The type may have changed since the call began.
  if (owner.role !== actor.role) throw refuse('auth/forbidden');
  return { owner, isDemo: demoAccounts.some((each) => demoEmail(each) === owner.email) };
}
