import { refuse } from '#auth/domain.ts';
import type { PasskeyAnswer, PasskeyRequest } from '#auth/second-factor-contract.ts';
import { addMilliseconds } from '#kernel/time.ts';
import { t } from '#kernel/text.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { checkPasskeyAnswer, getPasskeyRequestOptions, type Site } from './passkey.ts';
import { recordFactorEvent } from './second-factor-mail.ts';
import { redeemRecoveryCode } from './second-factor-recovery.ts';
import {
  countWrongCode,
  FACTOR_CHALLENGE_LIFETIME_MS,
  MAX_WRONG_FACTOR_CODES,
  getCodeWaitMs,
} from './second-factor-rules.ts';
import {
  countRecoveryCodes,
  deleteGuard,
  findGuard,
  listFactors,
  upsertChallenge,
  upsertGuard,
  takeChallenge,
  updateFactor,
} from './second-factor-store.ts';
import { type PresentSession, replaceSession } from '../sign-in/session-completion.ts';
import { lockUsableAccount, auditSignIn, type SignedIn } from '../sign-in/sign-in.ts';
import type { Account, SecondFactorRow } from '../tables.ts';
import { decryptTotpSecret, findCodeStep } from './totp.ts';

export type Proof = { code: string } | { recoveryCode: string } | { passkey: PasskeyAnswer };

export async function getSecondFactorOptions(deps: Deps, { userId }: Actor) {
  const [factors, codesLeft] = await Promise.all([
    listFactors(deps.db, userId),
    countRecoveryCodes(deps.db, userId),
  ]);
  return {
    totp: factors.some(({ kind }) => kind === 'totp'),
    passkey: factors.some(({ kind }) => kind === 'passkey'),
    recoveryCode: codesLeft > 0,
  };
}

export async function beginPasskeyProof(deps: Deps, actor: Actor, site: Site): Promise<PasskeyRequest> {
  return transact(deps.db, async (tx) => {
    const factors = await listFactors(tx, actor.userId);
    if (!factors.some(({ kind }) => kind === 'passkey')) throw refuse('auth/second-factor-none');
    const request = await getPasskeyRequestOptions(deps, site, factors);
    await upsertChallenge(tx, {
      sessionId: actor.sessionId,
      purpose: 'prove',
      challenge: request.challenge,
      secretSealed: null,
      expiresAt: addMilliseconds(deps.clock.now(), FACTOR_CHALLENGE_LIFETIME_MS),
    });
    return request;
  });
}

/**
 * Replaces the caller's session by a complete one. After five wrong codes in any sessions of the account, no code is
 * checked for 15 minutes. Passkeys still work then, because they cannot be guessed.
 */
export async function proveSecondFactor(
  deps: Deps,
  actor: Actor,
  proof: Proof,
  { site, ...session }: PresentSession & { site: Site },
): Promise<SignedIn> {
  // Refuse after the commit: otherwise a wrong code is not counted and a used challenge returns.
  const outcome = await transact(deps.db, async (tx) => {
    const account = await lockUsableAccount(tx, actor.userId);
    const factors = await listFactors(tx, account.id);
    if (factors.length === 0) throw refuse('auth/second-factor-none');
    const isRight =
      'passkey' in proof
        ? await isRightPasskey(tx, deps, actor, factors, proof.passkey, site)
        : await isRightCode(tx, deps, account, factors, proof);
    if (!isRight) return 'refused';
    const complete = await replaceSession(tx, deps, account, session, { secondFactor: true });
    await auditSignIn(
      tx,
      deps,
      complete,
      actor.lacks === 'proof' ? 'account.signed-in' : 'account.confirmed',
    );
    return complete;
  });
  if (outcome !== 'refused') return outcome;
  if ('passkey' in proof) throw refuse('auth/passkey-refused');
  const field = 'code' in proof ? 'code' : 'recoveryCode';
  const message = t('That code is incorrect or was already used.');
  throw refuse('auth/wrong-code', { message, fields: { [field]: message } });
}

async function isRightPasskey(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  factors: readonly SecondFactorRow[],
  answer: PasskeyAnswer,
  site: Site,
): Promise<boolean> {
  const now = deps.clock.now();
  const asked = await takeChallenge(tx, { sessionId: actor.sessionId, purpose: 'prove' });
  if (!asked?.challenge || asked.expiresAt <= now)
    throw refuse('auth/no-pending', { message: t('This took too long. Please try again.') });
  const factor = factors.find(({ credentialId }) => credentialId === answer.id);
  if (!factor || factor.credentialId === null || factor.publicKey === null || factor.counter === null)
    return false;
  const { id, credentialId, publicKey, counter } = factor;
  const passkey = { credentialId, publicKey, counter, transports: factor.transports ?? [] };
  const newCounter = await checkPasskeyAnswer(site, asked.challenge, passkey, answer);
  if (newCounter === null) return false;
  await updateFactor(tx, id, { counter: newCounter, lastUsedAt: now });
  return true;
}

async function isRightCode(
  tx: Tx,
  deps: Deps,
  account: Account,
  factors: readonly SecondFactorRow[],
  proof: { code: string } | { recoveryCode: string },
): Promise<boolean> {
  const now = deps.clock.now();
  const guard = await findGuard(tx, account.id);
  const waitMs = getCodeWaitMs(guard, now);
  if (waitMs > 0) throw refuse('auth/too-many-codes', { retryAfterSeconds: waitMs / 1000 });
  const isRight =
    'code' in proof
      ? await isRightAppCode(tx, deps, factors, proof.code)
      : await isRightRecoveryCode(tx, deps, account, proof.recoveryCode);
  if (isRight) {
    await deleteGuard(tx, account.id);
    return true;
  }
  const next = countWrongCode(guard, now);
  await upsertGuard(tx, { accountId: account.id, ...next });
  if (next.wrongCodes === MAX_WRONG_FACTOR_CODES) {
    await audit(tx, deps, {
      actor: { userId: account.id, role: account.role },
      action: 'second-factor.guessed',
      object: { kind: 'account', id: account.id },
    });
  }
  return false;
}

/** Accepts each code once, and after it no code of an earlier step. */
async function isRightAppCode(
  tx: Tx,
  deps: Deps,
  factors: readonly SecondFactorRow[],
  code: string,
): Promise<boolean> {
  const now = deps.clock.now();
  const app = factors.find(({ kind }) => kind === 'totp');
  if (!app || app.secretSealed === null || app.lastStep === null) return false;
  const step = findCodeStep(decryptTotpSecret(deps.config, app.accountId, app.secretSealed), code, now);
  if (step === null || step <= app.lastStep) return false;
  await updateFactor(tx, app.id, { lastStep: step, lastUsedAt: now });
  return true;
}

async function isRightRecoveryCode(tx: Tx, deps: Deps, account: Account, code: string): Promise<boolean> {
  if (!(await redeemRecoveryCode(tx, deps, account.id, code))) return false;
  const left = await countRecoveryCodes(tx, account.id);
  await recordFactorEvent(tx, deps, account, { action: 'recovery-code.used', left });
  return true;
}
