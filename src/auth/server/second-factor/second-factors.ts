import { refuse } from '#auth/domain.ts';
import type { ResponseOf } from '#kernel/endpoint.ts';
import type {
  listSecondFactors as listEndpoint,
  NewPasskey,
  PasskeyCreation,
  SecondFactor,
} from '#auth/second-factor-contract.ts';
import { addMilliseconds } from '#kernel/time.ts';
import { t } from '#kernel/text.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { type Actor, requireRecentSignIn } from '#platform/server/security/session.ts';
import { checkNewPasskey, getPasskeyCreationOptions, type Site } from './passkey.ts';
import { recordFactorEvent, translateFactorName } from './second-factor-mail.ts';
import { createRecoveryCodes } from './second-factor-recovery.ts';
import { FACTOR_CHALLENGE_LIFETIME_MS, MAX_PASSKEYS } from './second-factor-rules.ts';
import {
  countRecoveryCodes,
  deleteFactor,
  findChallenge,
  insertFactor,
  listFactors,
  upsertChallenge,
  replaceRecoveryCodes,
  takeChallenge,
  updateFactor,
} from './second-factor-store.ts';
import { type PresentSession, replaceSession } from '../sign-in/session-completion.ts';
import { lockUsableAccount, type SignedIn } from '../sign-in/sign-in.ts';
import type { Account, secondFactor, SecondFactorRow } from '../tables.ts';
import { createTotpSecret, decryptTotpSecret, sealTotpSecret, findCodeStep, toTotpSetUp } from './totp.ts';

export async function listSecondFactors(deps: Deps, actor: Actor): Promise<ResponseOf<typeof listEndpoint>> {
  const [factors, recoveryCodesLeft] = await Promise.all([
    listFactors(deps.db, actor.userId),
    countRecoveryCodes(deps.db, actor.userId),
  ]);
  return { factors: factors.map(shown), recoveryCodesLeft, isRequired: isRequired(deps, actor) };
}

function shown({ id, kind, name, createdAt, lastUsedAt }: SecondFactorRow): SecondFactor {
  return {
    id,
    kind,
    name: translateFactorName(name),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

function isRequired(deps: Deps, { role }: Pick<Actor, 'role'>): boolean {
  return role === 'admin' && deps.config.adminsNeedSecondFactor;
}

export async function beginTotp(deps: Deps, actor: Actor): Promise<{ secret: string; address: string }> {
  requireRecentSignIn(deps, actor);
  return transact(deps.db, async (tx) => {
    const account = await lockUsableAccount(tx, actor.userId);
    refuseSecondApp(await listFactors(tx, account.id));
    const secret = createTotpSecret(deps);
    await upsertChallenge(tx, {
      sessionId: actor.sessionId,
      purpose: 'add-totp',
      challenge: null,
      secretSealed: sealTotpSecret(deps.config, account.id, secret),
      expiresAt: addMilliseconds(deps.clock.now(), FACTOR_CHALLENGE_LIFETIME_MS),
    });
    return toTotpSetUp(secret, account.email);
  });
}

function refuseSecondApp(factors: readonly SecondFactorRow[]): void {
  if (factors.some(({ kind }) => kind === 'totp')) throw refuse('auth/second-factor-exists');
}

export interface Added extends SignedIn {
  recoveryCodes: string[] | null;
}

/** The code of the new secret then counts as used. */
export async function confirmTotp(
  deps: Deps,
  actor: Actor,
  { code, name }: { code: string; name: string },
  session: PresentSession,
): Promise<Added> {
  requireRecentSignIn(deps, actor);
  return transact(deps.db, async (tx) => {
    const account = await lockUsableAccount(tx, actor.userId);
    const which = { sessionId: actor.sessionId, purpose: 'add-totp' } as const;
    const pending = await findChallenge(tx, which);
    const now = deps.clock.now();
    if (!pending?.secretSealed || pending.expiresAt <= now) throw refuseNothingPending();
    refuseSecondApp(await listFactors(tx, account.id));
    const lastStep = findCodeStep(
      decryptTotpSecret(deps.config, account.id, pending.secretSealed),
      code,
      now,
    );
    // Keep the secret for the next try. The holder of the session has seen it, so there is nothing to guess.
    if (lastStep === null) throw refuse('auth/wrong-code', { fields: { code: t('That code is incorrect') } });
    await takeChallenge(tx, which);
    return add(tx, deps, account, session, {
      kind: 'totp',
      name,
      secretSealed: pending.secretSealed,
      lastStep,
    });
  });
}

export async function beginPasskey(deps: Deps, actor: Actor, site: Site): Promise<PasskeyCreation> {
  requireRecentSignIn(deps, actor);
  return transact(deps.db, async (tx) => {
    const account = await lockUsableAccount(tx, actor.userId);
    const present = await listFactors(tx, account.id);
    refuseTooManyPasskeys(present);
    const creation = await getPasskeyCreationOptions(deps, site, account, present);
    await upsertChallenge(tx, {
      sessionId: actor.sessionId,
      purpose: 'add-passkey',
      challenge: creation.challenge,
      secretSealed: null,
      expiresAt: addMilliseconds(deps.clock.now(), FACTOR_CHALLENGE_LIFETIME_MS),
    });
    return creation;
  });
}

function refuseTooManyPasskeys(factors: readonly SecondFactorRow[]): void {
  if (factors.filter(({ kind }) => kind === 'passkey').length < MAX_PASSKEYS) return;
  const message = t('You already have {count} passkeys. Remove one first.', { count: MAX_PASSKEYS });
  throw refuse('auth/second-factor-exists', { message });
}

/** The challenge ends even if this fails. */
export async function confirmPasskey(
  deps: Deps,
  actor: Actor,
  { passkey, name }: { passkey: NewPasskey; name: string },
  { site, ...session }: PresentSession & { site: Site },
): Promise<Added> {
  requireRecentSignIn(deps, actor);
  const outcome = await transact(deps.db, async (tx) => {
    const account = await lockUsableAccount(tx, actor.userId);
    const asked = await takeChallenge(tx, { sessionId: actor.sessionId, purpose: 'add-passkey' });
    if (!asked?.challenge || asked.expiresAt <= deps.clock.now()) throw refuseNothingPending();
    refuseTooManyPasskeys(await listFactors(tx, account.id));
    const checked = await checkNewPasskey(site, asked.challenge, passkey);
    return checked ? add(tx, deps, account, session, { kind: 'passkey', name, ...checked }) : 'refused';
  });
  if (outcome === 'refused') throw refuse('auth/passkey-refused');
  return outcome;
}

function refuseNothingPending() {
  return refuse('auth/no-pending', { message: t('This took too long. Please start again.') });
}

type NewFactor = Omit<typeof secondFactor.$inferInsert, 'id' | 'accountId' | 'createdAt' | 'lastUsedAt'>;

/** Adding a factor also proves it, so the session becomes complete. */
async function add(
  tx: Tx,
  deps: Deps,
  account: Account,
  session: PresentSession,
  values: NewFactor,
): Promise<Added> {
  const factor = { ...values, id: deps.random.uuid() };
  const isFirst = (await listFactors(tx, account.id)).length === 0;
  const isNew = await insertFactor(tx, { ...factor, accountId: account.id, createdAt: deps.clock.now() });
  if (!isNew)
    throw refuse('auth/passkey-refused', { message: t('This passkey already belongs to an account.') });
  await recordFactorEvent(tx, deps, account, { action: 'second-factor.added', factor });
  const recoveryCodes = isFirst ? await createRecoveryCodes(tx, deps, account.id) : null;
  return { ...(await replaceSession(tx, deps, account, session, { secondFactor: true })), recoveryCodes };
}

export async function renameSecondFactor(deps: Deps, actor: Actor, id: string, name: string): Promise<void> {
  requireRecentSignIn(deps, actor);
  await transact(deps.db, async (tx) => {
    const { account, factor } = await lockFactor(tx, actor, id);
    if (factor.name === name) return;
    await updateFactor(tx, id, { name });
    await recordFactorEvent(tx, deps, account, {
      action: 'second-factor.renamed',
      factor: { ...factor, name },
    });
  });
}

export async function removeSecondFactor(deps: Deps, actor: Actor, id: string): Promise<void> {
  requireRecentSignIn(deps, actor);
  await transact(deps.db, async (tx) => {
    const { account, factor, others } = await lockFactor(tx, actor, id);
    if (others === 0 && isRequired(deps, account)) throw refuse('auth/second-factor-last');
    await deleteFactor(tx, id);
    if (others === 0) await replaceRecoveryCodes(tx, account.id, [], deps.clock.now());
    await recordFactorEvent(tx, deps, account, { action: 'second-factor.removed', factor });
  });
}

async function lockFactor(tx: Tx, actor: Actor, id: string) {
  const account = await lockUsableAccount(tx, actor.userId);
  const factors = await listFactors(tx, account.id);
  const factor = factors.find((each) => each.id === id);
  if (!factor) throw refuse('auth/second-factor-not-found');
  return { account, factor, others: factors.length - 1 };
}

export async function renewRecoveryCodes(deps: Deps, actor: Actor): Promise<string[]> {
  requireRecentSignIn(deps, actor);
  return transact(deps.db, async (tx) => {
    const account = await lockUsableAccount(tx, actor.userId);
    if ((await listFactors(tx, account.id)).length === 0) throw refuse('auth/second-factor-none');
    await recordFactorEvent(tx, deps, account, { action: 'recovery-codes.renewed' });
    return createRecoveryCodes(tx, deps, account.id);
  });
}
