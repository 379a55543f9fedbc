import type { ChoosableType } from '#auth/contract.ts';
import type { TypeChange } from '#auth/change-type-contract.ts';
import { refuse } from '#kernel/errors.ts';
import { audit } from '#platform/server/audit.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { takeOrRefuse } from '#platform/server/limits/limits.ts';
import { enqueueMail } from '#platform/server/mail/send-mail.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { type Actor, hashToken, requireRecentSignIn } from '#platform/server/session.ts';
import { findTypeChangeLink, lockLiveSession, spendTypeChangeLink } from './change-type-store.ts';
import { typeChangeAsked } from './events.ts';
import { hasSecondFactor } from './second-factor-store.ts';
import { beginSession, lockUsableAccount, type SignedIn } from './sign-in.ts';
import { accountTies, leaveType } from './slots.ts';
import { endSessionsOf, findAccount, updateAccount } from './store.ts';
import type { Account, SignInSession } from './tables.ts';

/** In sentences: 'Your account is now an advertiser account.' */
export const accountOfType: Record<ChoosableType, string> = {
  marketer: 'a marketer account',
  advertiser: 'an advertiser account',
};

/** The caller, where somebody is signed in, and what their browser calls itself. */
interface Caller {
  actor: Actor | null;
  userAgent: string | undefined;
}

/**
 * Changes the caller's own account at once and answers its new session, else null: then a mail goes to the address where
 * there is something to say, and neither the answer nor the time it takes depends on that. Refuses 'request/too-many' by
 * address; one's own account also 'auth/recent-required', 'auth/type-same', 'auth/type-tied' and 'auth/type-of-admin'.
 */
export async function changeUserType(
  deps: Deps,
  { email, newUserType }: TypeChange,
  { actor, userAgent }: Caller,
): Promise<SignedIn | null> {
  const own = actor ? await findAccount(deps.db, actor.userId) : undefined;
  if (!actor || own?.email !== email) {
    takeOrRefuse(deps.limits, 'type-change', email);
    await transact(deps.db, async (tx) => {
      const asked = { ref: deps.random.uuid(), payload: { email, newUserType } };
      await announce(tx, typeChangeAsked, asked, deps.clock);
    });
    return null;
  }
  requireRecentSignIn(deps, actor);
  takeOrRefuse(deps.limits, 'type-change', email);
  return transact(deps.db, async (tx) => {
    const account = await lockUsableAccount(tx, actor.userId);
    if (account.role === newUserType) {
      throw refuse('auth/type-same', { message: `Your account is ${accountOfType[newUserType]} already.` });
    }
    const present = await lockLiveSession(tx, actor.sessionId);
    // Whoever has signed out meanwhile, in another tab, stays signed out.
    if (!present) throw refuse('auth/required');
    const changed = await apply(tx, deps, account, newUserType);
    return renewSession(tx, deps, changed, present, userAgent);
  });
}

/**
 * Redeems a mailed link, once. Every session of the account ends; a browser that is signed in as its owner gets a new one.
 * Refuses 'auth/code-expired', also where the account has a second factor by now, and what a change at once refuses.
 */
export async function confirmTypeChange(
  deps: Deps,
  token: string,
  { actor, userAgent }: Caller,
): Promise<{ userType: ChoosableType; signedIn: SignedIn | null }> {
  return transact(deps.db, async (tx) => {
    const tokenHash = hashToken(token);
    const link = await findTypeChangeLink(tx, tokenHash);
    if (!link) throw refuse('auth/code-expired');
    const account = await lockUsableAccount(tx, link.accountId);
    const isFirst = await spendTypeChangeLink(tx, tokenHash, deps.clock.now());
    if (!isFirst) throw refuse('auth/code-expired');
    // Set up since the link was mailed, which is one factor only.
    if (await hasSecondFactor(tx, account.id)) throw refuse('auth/code-expired');
    const userType = link.newRole;
    // Changed in another way since the link was mailed.
    if (account.role === userType) return { userType, signedIn: null };
    const present = actor?.userId === account.id ? await lockLiveSession(tx, actor.sessionId) : undefined;
    const changed = await apply(tx, deps, account, userType);
    const signedIn = present ? await renewSession(tx, deps, changed, present, userAgent) : null;
    return { userType, signedIn };
  });
}

/** What keeps a locked account's type, one sentence each; empty where it may change. */
export async function listTies(deps: Deps, reader: Reader, userId: string): Promise<string[]> {
  const ties: string[] = [];
  for (const tiesIn of deps.slots.get(accountTies)) {
    ties.push(...(await tiesIn(reader, userId)).map(({ text }) => text));
  }
  return ties;
}

async function apply(tx: Tx, deps: Deps, account: Account, newRole: ChoosableType): Promise<Account> {
  if (account.role === 'admin') throw refuse('auth/type-of-admin');
  const ties = await listTies(deps, tx, account.id);
  if (ties.length > 0) {
    throw refuse('auth/type-tied', { message: `Your account type cannot change. ${ties.join(' ')}` });
  }
  await updateAccount(tx, account.id, { role: newRole });
  // What was begun as one type must not go on as the other.
  await endSessionsOf(tx, account.id, deps.clock.now());
  const consequences: string[] = [];
  for (const leaveIn of deps.slots.get(leaveType))
    consequences.push(...(await leaveIn(tx, deps, account.id)));
  await audit(tx, deps, {
    actor: { userId: account.id, role: account.role },
    action: 'role.changed',
    object: { kind: 'account', id: account.id },
    details: { from: account.role, to: newRole },
  });
  await enqueueMail(tx, deps, {
    ref: `type-changed:${account.id}:${deps.random.uuid()}`,
    mail: {
      to: account.email,
      subject: `Your Promenade account is now ${accountOfType[newRole]}`,
      text: [
        `Your Promenade account is now ${accountOfType[newRole]}. Wherever you were signed in, you are signed out, except where you asked for the change.`,
        ...consequences,
        'If this was not you, sign in, change it back and contact support.',
      ].join('\n\n'),
    },
  });
  return { ...account, role: newRole };
}

/** The new session is as complete as the one that it replaces, and as old: a mailed link is no sign-in. */
async function renewSession(
  tx: Tx,
  deps: Deps,
  account: Account,
  { secondFactorAt, createdAt: signedInAt }: SignInSession,
  userAgent: string | undefined,
): Promise<SignedIn> {
  return beginSession(tx, deps, account, { presentToken: undefined, userAgent, secondFactorAt, signedInAt });
}
