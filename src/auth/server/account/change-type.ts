import { type Message, t } from '#kernel/text.ts';
import type { ChoosableType } from '#auth/sign-in-contract.ts';
import type { TypeChange } from '#auth/change-type-contract.ts';
import { type LimitName, refuse } from '#auth/domain.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '../ports.ts';
import { requireToken } from '#platform/server/limits/limits.ts';
import { enqueueMail } from '#platform/server/mail/send-mail.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { type Actor, hashToken, requireRecentSignIn } from '#platform/server/security/session.ts';
import { findTypeChangeLink, lockLiveSession, useTypeChangeLink } from './change-type-store.ts';
import { typeChangeAsked } from '../events.ts';
import { hasSecondFactor } from '../second-factor/second-factor-store.ts';
import { createSession, lockUsableAccount, type SignedIn } from '../sign-in/sign-in.ts';
import { endAccountSessions, findAccount, updateAccount } from '../store.ts';
import type { Account, SignInSession } from '../tables.ts';

interface Caller {
  actor: Actor | null;
  userAgent: string | undefined;
}

/**
 * For any address but the caller's own, returns null, and the owner gets a mail if there is something to change:
 * neither response nor timing depends on that. Refuses 'request/too-many' by address. The caller's own account can also
 * be refused with 'auth/recent-required', 'auth/type-same', 'auth/type-tied' or 'auth/type-of-admin'.
 */
export async function changeUserType(
  deps: Deps,
  { email, newUserType }: TypeChange,
  { actor, userAgent }: Caller,
): Promise<SignedIn | null> {
  const own = actor ? await findAccount(deps.db, actor.userId) : undefined;
  if (!actor || own?.email !== email) {
    await requireToken<LimitName>(deps.limits, 'type-change', email);
    await transact(deps.db, async (tx) => {
      const asked = { ref: deps.random.uuid(), payload: { email, newUserType } };
      await announce(tx, typeChangeAsked, asked, deps.clock);
    });
    return null;
  }
  requireRecentSignIn(deps, actor);
  await requireToken<LimitName>(deps.limits, 'type-change', email);
  return transact(deps.db, async (tx) => {
    const account = await lockUsableAccount(tx, actor.userId);
    if (account.role === newUserType) {
      const message = t(
        'You already have {type, select, marketer {a marketer account} other {an advertiser account}}.',
        { type: newUserType },
      );
      throw refuse('auth/type-same', { message });
    }
    const present = await lockLiveSession(tx, actor.sessionId);
    // If the user signed out in another tab in the meantime, they stay signed out.
    if (!present) throw refuse('auth/required');
    const changed = await apply(tx, deps, account, newUserType);
    return renewSession(tx, deps, changed, present, userAgent);
  });
}

/**
 * Works once, and ends every session of the account. If the browser is signed in as the owner, it gets a new session.
 * Refuses 'auth/code-expired', also if the account has a second factor by now, and whatever an immediate change
 * refuses.
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
    const isFirst = await useTypeChangeLink(tx, tokenHash, deps.clock.now());
    if (!isFirst) throw refuse('auth/code-expired');
    // A second factor was set up after the link was mailed, and the link proves only one factor.
    if (await hasSecondFactor(tx, account.id)) throw refuse('auth/code-expired');
    const userType = link.newRole;
    // The type was changed in another way after the link was mailed.
    if (account.role === userType) return { userType, signedIn: null };
    const present = actor?.userId === account.id ? await lockLiveSession(tx, actor.sessionId) : undefined;
    const changed = await apply(tx, deps, account, userType);
    const signedIn = present ? await renewSession(tx, deps, changed, present, userAgent) : null;
    return { userType, signedIn };
  });
}

/** Returns what keeps a locked account from changing its type, one sentence each. Empty if it may change. */
export async function listAccountTies(deps: Deps, reader: Reader, userId: string): Promise<Message[]> {
  const ties: Message[] = [];
  for (const tiesIn of deps.ports.accountTies) {
    ties.push(...(await tiesIn(reader, userId)).map(({ text }) => text));
  }
  return ties;
}

async function apply(tx: Tx, deps: Deps, account: Account, newRole: ChoosableType): Promise<Account> {
  if (account.role === 'admin') throw refuse('auth/type-of-admin');
  const ties = await listAccountTies(deps, tx, account.id);
  if (ties.length > 0) {
    const message = [t('You can’t change your account type.'), ...ties.map((tie) => t(tie))].join(' ');
    throw refuse('auth/type-tied', { message });
  }
  await updateAccount(tx, account.id, { role: newRole });
  // Sessions of the old type must not continue as the new one.
  await endAccountSessions(tx, account.id, deps.clock.now());
  const consequences: Message[] = [];
  for (const leaveIn of deps.ports.undoUserType) consequences.push(...(await leaveIn(tx, deps, account.id)));
  await audit(tx, deps, {
    actor: { userId: account.id, role: account.role },
    action: 'role.changed',
    object: { kind: 'account', id: account.id },
    details: { from: account.role, to: newRole },
  });
  await enqueueMail(tx, deps, {
    ref: `type-changed:${account.id}:${deps.random.uuid()}`,
    language: account.language,
    mail: () => ({
      to: account.email,
      subject: t(
        'Your Promenade account is now {type, select, marketer {a marketer account} other {an advertiser account}}',
        { type: newRole },
      ),
      text: [
        t(
          'Your Promenade account is now {type, select, marketer {a marketer account} other {an advertiser account}}. You’re signed out everywhere except where you made the change.',
          { type: newRole },
        ),
        ...consequences.map((text) => t(text)),
        t('If this wasn’t you, sign in, change it back and contact support.'),
      ].join('\n\n'),
    }),
  });
  return { ...account, role: newRole };
}

/** Keeps completeness and age of the replaced session: a mailed link is no sign-in. */
async function renewSession(
  tx: Tx,
  deps: Deps,
  account: Account,
  { secondFactorAt, createdAt: signedInAt }: SignInSession,
  userAgent: string | undefined,
): Promise<SignedIn> {
  return createSession(tx, deps, account, { presentToken: undefined, userAgent, secondFactorAt, signedInAt });
}
