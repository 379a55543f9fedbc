import { t } from '#kernel/text.ts';
import { refuse } from '#admin/domain.ts';
import { getLiveAccount } from '#auth/server/account/account-search-service.ts';
import { deleteAccount } from '#auth/server/account/deletion-service.ts';
import { decideKyc } from '#kyc/server/review-service.ts';
import { audit } from '#platform/server/security/audit.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#auth/server/ports.ts';
import { announceOnce } from '#platform/server/outbox/announce.ts';
import { type Actor, requireRecentSignIn } from '#platform/server/security/session.ts';
import { verificationAsked } from './events.ts';
import { loadVerification } from './user-details.ts';

interface Act {
  userId: string;
  reason: string;
}

interface VerifyAct extends Act {
  /** When the documents that the admin has seen were submitted. */
  submittedAt?: string | undefined;
}

/**
 * Does nothing if the check is approved already. Throws 'account/not-handed-in', with the missing parts, if
 * the user has submitted nothing. Also throws 'account/not-found', 'kyc/own', 'auth/recent-required', and
 * 'kyc/changed' if the user has submitted again since.
 */
export async function verifyUser(
  deps: Deps,
  actor: Actor,
  { userId, reason, submittedAt }: VerifyAct,
): Promise<string> {
  requireRecentSignIn(deps, actor);
  const account = await getLiveAccount(deps.db, userId);
  const { status, missing } = await loadVerification(deps.db, account);
  if (status !== 'approved' && status !== 'pending') {
    throw refuse('account/not-handed-in', { message: missing.join(' '), state: status });
  }
  await decideKyc(deps, actor, userId, { status: 'approved', reason, submittedAt });
  return t('The account is verified.');
}

/** Throws 'kyc/not-open' if there is nothing to submit, and 'account/asked-already' if an admin asked the same day. */
export async function requestVerification(deps: Deps, actor: Actor, userId: string): Promise<void> {
  const account = await getLiveAccount(deps.db, userId);
  const { canAsk, status } = await loadVerification(deps.db, account);
  if (!canAsk) {
    const message = t('This user has nothing to submit.');
    throw refuse('kyc/not-open', { message, state: status });
  }
  await transact(deps.db, async (tx) => {
    const day = deps.clock.now().toISOString().slice(0, 10);
    const ref = `${userId}:${day}`;
    const isFirst = await announceOnce(tx, verificationAsked, { ref, payload: { userId } }, deps.clock);
    if (!isFirst) throw refuse('account/asked-already');
    await audit(tx, deps, { actor, action: 'verification.asked', object: { kind: 'account', id: userId } });
  });
}

/** Throws 'account/own', and all that deleteAccount throws. */
export async function deleteUser(deps: Deps, actor: Actor, { userId, reason }: Act): Promise<void> {
  requireRecentSignIn(deps, actor);
  if (userId === actor.userId) throw refuse('account/own');
  await deleteAccount(deps, { userId, by: actor, reason });
}
