import type { DemoAccount } from '#auth/contract.ts';
import type { ChoosableType } from '#auth/sign-in-contract.ts';
import { refuse } from '#auth/domain.ts';
import type { Role } from '#kernel/endpoint.ts';
import { getLanguage } from '#kernel/language.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { audit } from '#platform/server/security/audit.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { hashToken } from '#platform/server/security/session.ts';
import { makeAdmin, takeAdminInvitation } from '../account/admin-role-service.ts';
import { redeemCode, refuseWrongCode, renewChallenge, startChallenge } from './challenge.ts';
import { accountCreated } from '../events.ts';
import { isRedeemable } from '../rules.ts';
import { hasSecondFactor } from '../second-factor/second-factor-store.ts';
import {
  endSession,
  endAccountSessions,
  findAccountByEmail,
  insertAccount,
  insertSession,
  lockAccount,
  lockChallenge,
  updateAccount,
  updateChallenge,
} from '../store.ts';
import type { Account, SignInChallenge } from '../tables.ts';

export async function requestSignIn(
  deps: Deps,
  { email, userType }: { email: string; userType: ChoosableType },
): Promise<string> {
  return transact(deps.db, (tx) => startChallenge(tx, deps, { email, role: userType, sessionId: null }));
}

export async function resendSignIn(deps: Deps, challengeId: string | null): Promise<void> {
  if (challengeId === null) throw refuse('auth/no-pending');
  await transact(deps.db, async (tx) => {
    const challenge = await lockChallenge(tx, { id: challengeId });
    if (!challenge) throw refuse('auth/no-pending');
    await renewChallenge(tx, deps, challenge);
  });
}

export interface SignedIn {
  token: string;
  sessionId: string;
  userId: string;
  userType: Role | null;
  firstLogin: boolean;
}

export interface Browser {
  challengeId: string | null;
  /** Replaced, so that an attacker cannot plant a session. */
  presentToken: string | undefined;
  userAgent: string | undefined;
}

/** Once. A code works only in the browser that requested it, a link's token in any browser. */
export async function confirmSignIn(
  deps: Deps,
  proof: { code: string } | { token: string },
  browser: Browser,
): Promise<SignedIn> {
  // Refuse after the commit: otherwise the wrong code is not counted.
  const outcome = await transact(deps.db, async (tx) => {
    const challenge = await redeem(tx, deps, proof, browser.challengeId);
    if (challenge === 'wrong-code') return challenge;
    const { email, role } = challenge;
    if (role === null) throw new Error('a challenge that is not a sign-in was redeemed as one');
    const account = await findOrCreateAccount(tx, deps, email, role);
    return signIn(tx, deps, account, browser);
  });
  if (outcome === 'wrong-code') throw refuseWrongCode();
  return outcome;
}

async function redeem(
  tx: Tx,
  deps: Deps,
  proof: { code: string } | { token: string },
  challengeId: string | null,
): Promise<SignInChallenge | 'wrong-code'> {
  if ('code' in proof) {
    if (challengeId === null) throw refuse('auth/no-pending');
    return redeemCode(tx, deps, await lockChallenge(tx, { id: challengeId }), proof.code);
  }
  const now = deps.clock.now();
  const challenge = await lockChallenge(tx, { tokenHash: hashToken(proof.token) });
  if (!challenge || !isRedeemable(challenge, now)) throw refuse('auth/code-expired');
  await updateChallenge(tx, challenge.id, { usedAt: now });
  return challenge;
}

/** Locks the account. A listed or invited address becomes an administrator. Refuses 'auth/suspended'. */
export async function findOrCreateAccount(
  tx: Tx,
  deps: Deps,
  email: string,
  role: ChoosableType | null,
): Promise<Account> {
  const isInvited = await takeAdminInvitation(tx, email);
  const found = (await findAccountByEmail(tx, email)) ?? (await createAccount(tx, deps, email, role));
  const account = await lockUsableAccount(tx, found.id);
  return isInvited ? promoteToAdmin(tx, deps, account) : promoteListedAdmin(tx, deps, account);
}

/** Only for ADMIN_EMAILS. The address must just have been proved. */
export async function promoteListedAdmin(tx: Tx, deps: Deps, account: Account): Promise<Account> {
  return deps.config.adminEmails.includes(account.email) ? promoteToAdmin(tx, deps, account) : account;
}

/** Ends earlier sessions, so that none started as another type continues as an administrator. */
async function promoteToAdmin(tx: Tx, deps: Deps, account: Account): Promise<Account> {
  if (account.role === 'admin') return account;
  await makeAdmin(tx, deps, account);
  await endAccountSessions(tx, account.id, deps.clock.now());
  return { ...account, role: 'admin' };
}

/** Refuses an account that was suspended or deleted. */
export async function lockUsableAccount(tx: Tx, id: string): Promise<Account> {
  const account = await lockAccount(tx, id);
  if (!account || account.deletedAt) throw refuse('auth/code-expired');
  if (account.suspendedAt) throw refuse('auth/suspended');
  return account;
}

async function createAccount(
  tx: Tx,
  deps: Deps,
  email: string,
  role: ChoosableType | null,
): Promise<Account> {
  const now = deps.clock.now();
  const created = await insertAccount(tx, {
    id: deps.random.uuid(),
    email,
    role,
    createdAt: now,
    verifiedAt: now,
    language: getLanguage(),
  });
  if (created) {
    await announce(tx, accountCreated, { ref: created.id, payload: { userId: created.id } }, deps.clock);
    return created;
  }
  const existing = await findAccountByEmail(tx, email);
  if (!existing) throw new Error('an account was neither created nor found');
  return existing;
}

/** Audits it as a begun or a complete sign-in. */
export async function signIn(tx: Tx, deps: Deps, account: Account, browser: Browser): Promise<SignedIn> {
  const signedIn = await createSession(tx, deps, account, browser);
  const isHalf = await hasSecondFactor(tx, account.id);
  await auditSignIn(tx, deps, signedIn, isHalf ? 'account.sign-in-begun' : 'account.signed-in');
  return signedIn;
}

/**
 * Ends the browser's current session. If the account has a second factor, the new one is incomplete unless
 * `secondFactorAt` says when it was shown. `signedInAt` is the time of the last proof of identity, if that is not now.
 */
export async function createSession(
  tx: Tx,
  deps: Deps,
  account: Account,
  browser: Pick<Browser, 'presentToken' | 'userAgent'> & { secondFactorAt?: Date | null; signedInAt?: Date },
): Promise<SignedIn> {
  const now = deps.clock.now();
  const token = deps.random.hex(32);
  if (browser.presentToken) await endSession(tx, hashToken(browser.presentToken), now);
  const id = deps.random.uuid();
  await insertSession(tx, {
    id,
    accountId: account.id,
    tokenHash: hashToken(token),
    userAgent: browser.userAgent?.slice(0, 300),
    createdAt: browser.signedInAt ?? now,
    lastUsedAt: now,
    secondFactorAt: browser.secondFactorAt ?? null,
  });
  if (!account.firstLoginDone) await updateAccount(tx, account.id, { firstLoginDone: true });
  return {
    token,
    sessionId: id,
    userId: account.id,
    userType: account.role,
    firstLogin: !account.firstLoginDone,
  };
}

/** 'begun' still needs the second factor. 'confirmed' is a new proof of identity in a complete session. */
type SignInAction = 'account.sign-in-begun' | 'account.signed-in' | 'account.confirmed';

export async function auditSignIn(
  tx: Tx,
  deps: Deps,
  { userId, userType, sessionId }: SignedIn,
  action: SignInAction,
): Promise<void> {
  const object = { kind: 'sign-in', id: sessionId };
  await audit(tx, deps, { actor: { userId, role: userType }, action, object });
}

/** Other accounts have the language of their user. A demo account, which anyone may use, takes the caller's. */
export async function signInAsDemo(deps: Deps, which: DemoAccount, browser: Browser): Promise<SignedIn> {
  if (!deps.config.seedsDemoWorld) throw refuse('request/not-found');
  return transact(deps.db, async (tx) => {
    const found = await findAccountByEmail(tx, demoEmail(which));
    if (!found) throw refuse('request/not-found');
    const locked = await lockUsableAccount(tx, found.id);
    await updateAccount(tx, found.id, { language: getLanguage() });
    return signIn(tx, deps, locked, browser);
  });
}

/** `.test` is reserved, so no person can own such an address. */
export function demoEmail(which: DemoAccount): string {
  return `${which}@demo.promenade.test`;
}

export async function signOut(deps: Deps, token: string): Promise<void> {
  await transact(deps.db, (tx) => endSession(tx, hashToken(token), deps.clock.now()));
}
