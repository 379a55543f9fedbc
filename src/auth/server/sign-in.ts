import type { ChoosableType, DemoAccount } from '#auth/contract.ts';
import { refuse } from '#kernel/errors.ts';
import type { Role } from '#kernel/endpoint.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { audit } from '#platform/server/audit.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { hashToken } from '#platform/server/session.ts';
import { makeAdmin, takeAdminInvitation } from './admin-role-service.ts';
import { redeemCode, refuseWrongCode, renewChallenge, startChallenge } from './challenge.ts';
import { accountCreated } from './events.ts';
import { isRedeemable } from './rules.ts';
import { hasSecondFactor } from './second-factor-store.ts';
import {
  endSession,
  endSessionsOf,
  findAccountByEmail,
  insertAccount,
  insertSession,
  lockAccount,
  lockChallenge,
  updateAccount,
  updateChallenge,
} from './store.ts';
import type { Account, SignInChallenge } from './tables.ts';

/** Starts a sign-in and mails its code. Answers the challenge's id, which binds it to the asking browser. */
export async function requestSignIn(
  deps: Deps,
  { email, userType }: { email: string; userType: ChoosableType },
): Promise<string> {
  return transact(deps.db, (tx) => startChallenge(tx, deps, { email, role: userType, sessionId: null }));
}

/** Mails a pending sign-in again, with a new code and link; the old ones end. */
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
  /** The challenge that this browser asked for, from its signed cookie. */
  challengeId: string | null;
  /** The session that this browser holds now; it is replaced, so that no planted session survives. */
  presentToken: string | undefined;
  userAgent: string | undefined;
}

/** Redeems a code (only in the browser that asked) or a link's token (anywhere), once. */
export async function confirmSignIn(
  deps: Deps,
  proof: { code: string } | { token: string },
  browser: Browser,
): Promise<SignedIn> {
  // A wrong code must be counted although the call is refused, so the refusal is thrown after the commit.
  const outcome = await transact(deps.db, async (tx) => {
    const challenge = await redeem(tx, deps, proof, browser.challengeId);
    if (challenge === 'wrong-code') return challenge;
    const { email, role } = challenge;
    if (role === null) throw new Error('a challenge that signs nobody in was redeemed as a sign-in');
    const account = await accountOfAddress(tx, deps, email, role);
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

/**
 * The account of a proven address, locked, and made with this type where there is none; a listed or invited address
 * becomes an administrator. Refuses 'auth/suspended'.
 */
export async function accountOfAddress(
  tx: Tx,
  deps: Deps,
  email: string,
  role: ChoosableType | null,
): Promise<Account> {
  const isInvited = await takeAdminInvitation(tx, email);
  const found = (await findAccountByEmail(tx, email)) ?? (await createAccount(tx, deps, email, role));
  const account = await lockUsableAccount(tx, found.id);
  return isInvited ? asAdmin(tx, deps, account) : asAdminWhereListed(tx, deps, account);
}

/** The locked account as ADMIN_EMAILS says; its address must just have been proven. */
export async function asAdminWhereListed(tx: Tx, deps: Deps, account: Account): Promise<Account> {
  return deps.config.adminEmails.includes(account.email) ? asAdmin(tx, deps, account) : account;
}

/** What was begun as another type does not go on as an administrator: earlier sessions end. */
async function asAdmin(tx: Tx, deps: Deps, account: Account): Promise<Account> {
  if (account.role === 'admin') return account;
  await makeAdmin(tx, deps, account);
  await endSessionsOf(tx, account.id, deps.clock.now());
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
  });
  if (created) {
    await announce(tx, accountCreated, { ref: created.id, payload: { userId: created.id } }, deps.clock);
    return created;
  }
  const existing = await findAccountByEmail(tx, email);
  if (!existing) throw new Error('an account was neither made nor found');
  return existing;
}

/** A new session for whoever has shown the first factor, and written down as what it is worth. */
export async function signIn(tx: Tx, deps: Deps, account: Account, browser: Browser): Promise<SignedIn> {
  const signedIn = await beginSession(tx, deps, account, browser);
  const isHalf = await hasSecondFactor(tx, account.id);
  await noteSignIn(tx, deps, signedIn, isHalf ? 'account.sign-in-begun' : 'account.signed-in');
  return signedIn;
}

/**
 * A new session of this account; the one that the browser brings along ends. Where the account has a second factor it is not
 * complete until that is shown, unless `secondFactorAt` says when it was. `signedInAt` is when its owner last showed who they
 * are, where that is not now.
 */
export async function beginSession(
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

/** Whoever has a second factor has only begun until it is shown; in a complete session somebody confirms that it is still them. */
type SignInAction = 'account.sign-in-begun' | 'account.signed-in' | 'account.confirmed';

/** Writes into the audit log what a session is worth that has just begun. */
export async function noteSignIn(
  tx: Tx,
  deps: Deps,
  { userId, userType, sessionId }: SignedIn,
  action: SignInAction,
): Promise<void> {
  const object = { kind: 'sign-in', id: sessionId };
  await audit(tx, deps, { actor: { userId, role: userType }, action, object });
}

/** One of the three accounts that the demo world made; there is none in production. */
export async function signInAsDemo(deps: Deps, which: DemoAccount, browser: Browser): Promise<SignedIn> {
  if (!deps.config.seedsDemoWorld) throw refuse('request/not-found');
  return transact(deps.db, async (tx) => {
    const found = await findAccountByEmail(tx, demoEmail(which));
    if (!found) throw refuse('request/not-found');
    return signIn(tx, deps, await lockUsableAccount(tx, found.id), browser);
  });
}

/** `.test` is reserved: nobody can own such an address. */
export function demoEmail(which: DemoAccount): string {
  return `${which}@demo.promenade.test`;
}

export async function signOut(deps: Deps, token: string): Promise<void> {
  await transact(deps.db, (tx) => endSession(tx, hashToken(token), deps.clock.now()));
}
