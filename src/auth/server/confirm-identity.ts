import { refuse } from '#kernel/errors.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/session.ts';
import { redeemCode, refuseWrongCode, renewChallenge, startChallenge } from './challenge.ts';
import { hasSecondFactor } from './second-factor-store.ts';
import { type PresentSession, replaceSession } from './session-completion.ts';
import { lockUsableAccount, noteSignIn, type SignedIn } from './sign-in.ts';
import { findAccount, lockChallenge } from './store.ts';

/**
 * The way back from 'auth/recent-required': a code to the account's own address makes the sign-in a fresh one. Whoever has a
 * second factor shows that instead (second-factor-proof.ts): a mailed code would be the weaker of the two.
 */

/**
 * Mails a code to the account's own address. Refuses 'auth/resend-too-soon' within a minute of the last one: that one
 * still works.
 */
export async function requestIdentityCode(deps: Deps, actor: Actor): Promise<void> {
  const { sessionId } = actor;
  await transact(deps.db, async (tx) => {
    await refuseWhereSecondFactor(tx, actor);
    const pending = await lockChallenge(tx, { sessionId });
    const account = await findAccount(tx, actor.userId);
    if (!account) throw refuse('account/not-found');
    const { email } = account;
    if (pending) await renewChallenge(tx, deps, { ...pending, email });
    else await startChallenge(tx, deps, { email, role: null, sessionId });
  });
}

/**
 * Redeems that code, in the session that asked for it, as a sign-in would be: the session is replaced by a new one, whose
 * token is answered.
 */
export async function confirmIdentity(
  deps: Deps,
  actor: Actor,
  code: string,
  session: PresentSession,
): Promise<SignedIn> {
  const outcome = await transact(deps.db, async (tx) => {
    const challenge = await lockChallenge(tx, { sessionId: actor.sessionId });
    if (!challenge) throw refuse('auth/no-pending', { message: 'Please ask for a code first.' });
    if ((await redeemCode(tx, deps, challenge, code)) === 'wrong-code') return 'wrong-code';
    const account = await lockUsableAccount(tx, actor.userId);
    // One may have been added in another session since the code was asked for.
    await refuseWhereSecondFactor(tx, actor);
    const renewed = await replaceSession(tx, deps, account, session, { secondFactor: false });
    await noteSignIn(tx, deps, renewed, 'account.confirmed');
    return renewed;
  });
  if (outcome === 'wrong-code') throw refuseWrongCode();
  return outcome;
}

async function refuseWhereSecondFactor(tx: Tx, { userId }: Actor): Promise<void> {
  if (await hasSecondFactor(tx, userId)) throw refuse('auth/second-factor-required');
}
