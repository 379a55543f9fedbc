import { refuse } from '#kernel/errors.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { type Actor, hashToken } from '#platform/server/session.ts';
import { redeemCode, refuseWrongCode, renewChallenge, startChallenge } from './challenge.ts';
import { beginSession, lockUsableAccount, type SignedIn } from './sign-in.ts';
import { endSession, findAccount, lockChallenge } from './store.ts';

/** The way back from 'auth/recent-required': a code to the account's own address makes the sign-in a fresh one. */

/**
 * Mails a code to the account's own address. Refuses 'auth/resend-too-soon' within a minute of the last one: that one
 * still works.
 */
export async function requestIdentityCode(deps: Deps, actor: Actor): Promise<void> {
  const { sessionId } = actor;
  await transact(deps.db, async (tx) => {
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
 * token is answered. `token` is the present one.
 */
export async function confirmIdentity(
  deps: Deps,
  actor: Actor,
  code: string,
  browser: { token: string; userAgent: string | undefined },
): Promise<SignedIn> {
  const outcome = await transact(deps.db, async (tx) => {
    const challenge = await lockChallenge(tx, { sessionId: actor.sessionId });
    if (!challenge) throw refuse('auth/no-pending', { message: 'Please ask for a code first.' });
    if ((await redeemCode(tx, deps, challenge, code)) === 'wrong-code') return 'wrong-code';
    const account = await lockUsableAccount(tx, actor.userId);
    // Whoever has signed out meanwhile, in another tab, stays signed out.
    const isLive = await endSession(tx, hashToken(browser.token), deps.clock.now());
    if (!isLive) throw refuse('auth/required');
    return beginSession(tx, deps, account, { presentToken: undefined, userAgent: browser.userAgent });
  });
  if (outcome === 'wrong-code') throw refuseWrongCode();
  return outcome;
}
