import { timingSafeEqual } from 'node:crypto';
import type { ChoosableType, DemoAccount } from '#auth/contract.ts';
import { refuse } from '#kernel/errors.ts';
import type { Role } from '#kernel/endpoint.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { audit } from '#platform/server/audit.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { hashToken } from '#platform/server/session.ts';
import { challengeExpiry, challengeHashes, hashCode, mailChallenge, newSecrets } from './challenge.ts';
import { accountCreated } from './events.ts';
import { isRedeemable, RESEND_AFTER_MS } from './rules.ts';
import {
  endSession,
  findAccountByEmail,
  insertAccount,
  insertChallenge,
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
  takeAddressLimit(deps, email);
  const now = deps.clock.now();
  const id = deps.random.uuid();
  const secrets = newSecrets(deps);
  await transact(deps.db, async (tx) => {
    await insertChallenge(tx, {
      id,
      email,
      role: userType,
      ...challengeHashes(deps, id, secrets),
      sentAt: now,
      expiresAt: challengeExpiry(now),
    });
    await mailChallenge(tx, deps, { id, email, role: userType }, secrets);
  });
  return id;
}

/** Mails a pending sign-in again, with a new code and link; the old ones end. */
export async function resendSignIn(deps: Deps, challengeId: string | null): Promise<void> {
  if (challengeId === null) throw refuse('auth/no-pending');
  await transact(deps.db, async (tx) => {
    const challenge = await lockChallenge(tx, { id: challengeId });
    if (!challenge) throw refuse('auth/no-pending');
    if (challenge.usedAt) throw refuse('auth/code-expired');
    const now = deps.clock.now();
    const waitMs = challenge.sentAt.getTime() + RESEND_AFTER_MS - now.getTime();
    if (waitMs > 0) throw refuse('auth/resend-too-soon', { retryAfterSeconds: waitMs / 1000 });
    takeAddressLimit(deps, challenge.email);
    const secrets = newSecrets(deps);
    await updateChallenge(tx, challenge.id, {
      ...challengeHashes(deps, challenge.id, secrets),
      wrongCodes: 0,
      sentAt: now,
      expiresAt: challengeExpiry(now),
    });
    await mailChallenge(tx, deps, challenge, secrets);
  });
}

export interface SignedIn {
  token: string;
  userId: string;
  userType: Role | null;
  firstLogin: boolean;
}

interface Browser {
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
    const account = await accountOf(tx, deps, challenge);
    return beginSession(tx, deps, account, browser);
  });
  if (outcome === 'wrong-code')
    throw refuse('auth/wrong-code', { fields: { code: 'That code is not right' } });
  return outcome;
}

async function redeem(
  tx: Tx,
  deps: Deps,
  proof: { code: string } | { token: string },
  challengeId: string | null,
): Promise<SignInChallenge | 'wrong-code'> {
  const now = deps.clock.now();
  if ('token' in proof) {
    const challenge = await lockChallenge(tx, { tokenHash: hashToken(proof.token) });
    if (!challenge || !isRedeemable(challenge, now)) throw refuse('auth/code-expired');
    await updateChallenge(tx, challenge.id, { usedAt: now });
    return challenge;
  }
  if (challengeId === null) throw refuse('auth/no-pending');
  const challenge = await lockChallenge(tx, { id: challengeId });
  if (!challenge || !isRedeemable(challenge, now)) throw refuse('auth/code-expired');
  if (!isEqual(challenge.codeHash, hashCode(deps, challenge.id, proof.code))) {
    await updateChallenge(tx, challenge.id, { wrongCodes: challenge.wrongCodes + 1 });
    return 'wrong-code';
  }
  await updateChallenge(tx, challenge.id, { usedAt: now });
  return challenge;
}

/** The account of a proven address, made where there is none; a listed address becomes an administrator. */
async function accountOf(
  tx: Tx,
  deps: Deps,
  { email, role }: { email: string; role: Role },
): Promise<Account> {
  const isListedAdmin = deps.config.adminEmails.includes(email);
  const found = (await findAccountByEmail(tx, email)) ?? (await createAccount(tx, deps, email, role));
  const account = await lockAccount(tx, found.id);
  if (!account || account.deletedAt) throw refuse('auth/code-expired');
  if (account.suspendedAt) throw refuse('auth/suspended');
  if (isListedAdmin && account.role !== 'admin') {
    await updateAccount(tx, account.id, { role: 'admin' });
    await audit(tx, deps, {
      actor: null,
      action: 'role.granted',
      object: { kind: 'account', id: account.id },
    });
    return { ...account, role: 'admin' };
  }
  return account;
}

async function createAccount(tx: Tx, deps: Deps, email: string, role: Role): Promise<Account> {
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

async function beginSession(tx: Tx, deps: Deps, account: Account, browser: Browser): Promise<SignedIn> {
  const now = deps.clock.now();
  const token = deps.random.hex(32);
  if (browser.presentToken) await endSession(tx, hashToken(browser.presentToken), now);
  await insertSession(tx, {
    id: deps.random.uuid(),
    accountId: account.id,
    tokenHash: hashToken(token),
    userAgent: browser.userAgent?.slice(0, 300),
    createdAt: now,
    lastUsedAt: now,
  });
  if (!account.firstLoginDone) await updateAccount(tx, account.id, { firstLoginDone: true });
  return { token, userId: account.id, userType: account.role, firstLogin: !account.firstLoginDone };
}

/** One of the three accounts that the demo world made; there is none in production. */
export async function signInAsDemo(deps: Deps, which: DemoAccount, browser: Browser): Promise<SignedIn> {
  if (!deps.config.seedsDemoWorld) throw refuse('request/not-found');
  return transact(deps.db, async (tx) => {
    const account = await findAccountByEmail(tx, demoEmail(which));
    if (!account) throw refuse('request/not-found');
    return beginSession(tx, deps, account, browser);
  });
}

/** `.test` is reserved: nobody can own such an address. */
export function demoEmail(which: DemoAccount): string {
  return `${which}@demo.promenade.test`;
}

export async function signOut(deps: Deps, token: string): Promise<void> {
  await transact(deps.db, (tx) => endSession(tx, hashToken(token), deps.clock.now()));
}

function takeAddressLimit(deps: Deps, email: string): void {
  const taken = deps.limits.take('sign-in-address', email);
  if (!taken.allowed) throw refuse('request/too-many', { retryAfterSeconds: taken.retryAfterSeconds });
}

function isEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
