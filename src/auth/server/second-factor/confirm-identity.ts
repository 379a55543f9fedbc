import { t } from '#kernel/text.ts';
import { refuse } from '#auth/domain.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { redeemCode, refuseWrongCode, renewChallenge, startChallenge } from '../sign-in/challenge.ts';
import { hasSecondFactor } from './second-factor-store.ts';
import { type PresentSession, replaceSession } from '../sign-in/session-completion.ts';
import { lockUsableAccount, auditSignIn, type SignedIn } from '../sign-in/sign-in.ts';
import { findAccount, lockChallenge } from '../store.ts';

/**
 * Resolves 'auth/recent-required'. Users with a second factor prove that instead (second-factor-proof.ts), because a
 * mailed code would be weaker.
 */

/** Refuses 'auth/resend-too-soon' within a minute; the last code still works. */
export async function requestIdentityCode(deps: Deps, actor: Actor): Promise<void> {
  const { sessionId } = actor;
  await transact(deps.db, async (tx) => {
    await refuseIfSecondFactor(tx, actor);
    const pending = await lockChallenge(tx, { sessionId });
    const account = await findAccount(tx, actor.userId);
    if (!account) throw refuse('account/not-found');
    const { email } = account;
    if (pending) await renewChallenge(tx, deps, { ...pending, email });
    else await startChallenge(tx, deps, { email, role: null, sessionId });
  });
}

/** Only in the session that requested the code. Replaces that session. */
export async function confirmIdentity(
  deps: Deps,
  actor: Actor,
  code: string,
  session: PresentSession,
): Promise<SignedIn> {
  const outcome = await transact(deps.db, async (tx) => {
    const challenge = await lockChallenge(tx, { sessionId: actor.sessionId });
    if (!challenge) throw refuse('auth/no-pending', { message: t('Request a code first.') });
    if ((await redeemCode(tx, deps, challenge, code)) === 'wrong-code') return 'wrong-code';
    const account = await lockUsableAccount(tx, actor.userId);
    // A second factor may have been added in another session since the code was requested.
    await refuseIfSecondFactor(tx, actor);
    const renewed = await replaceSession(tx, deps, account, session, { secondFactor: false });
    await auditSignIn(tx, deps, renewed, 'account.confirmed');
    return renewed;
  });
  if (outcome === 'wrong-code') throw refuseWrongCode();
  return outcome;
}

async function refuseIfSecondFactor(tx: Tx, { userId }: Actor): Promise<void> {
  if (await hasSecondFactor(tx, userId)) throw refuse('auth/second-factor-required');
}
