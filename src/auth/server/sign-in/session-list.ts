import { and, desc, eq, isNull } from 'drizzle-orm';
import { refuse } from '#auth/domain.ts';
import type { SignedInSession } from '#auth/session-contract.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { audit } from '#platform/server/security/audit.ts';
import { type Actor, requireRecentSignIn } from '#platform/server/security/session.ts';
import { isLiveSession } from '../rules.ts';
import { formatDevice } from './session-device.ts';
import { hasSecondFactor } from '../second-factor/second-factor-store.ts';
import { endAccountSessions } from '../store.ts';
import { signInSession } from '../tables.ts';

export async function listSessions(deps: Deps, actor: Actor): Promise<SignedInSession[]> {
  const [rows, needsSecond] = await Promise.all([
    deps.db
      .select()
      .from(signInSession)
      .where(and(eq(signInSession.accountId, actor.userId), isNull(signInSession.endedAt)))
      .orderBy(desc(signInSession.lastUsedAt), desc(signInSession.id)),
    hasSecondFactor(deps.db, actor.userId),
  ]);
  const now = deps.clock.now();
  const limits = { idleMs: deps.config.sessionIdleMs, adminIdleMs: deps.config.adminSessionIdleMs };
  const isAdmin = actor.role === 'admin';
  const sessions = rows
    .filter((row) => isLiveSession({ ...row, isAdmin }, now, limits))
    .map((row) => ({
      id: row.id,
      device: formatDevice(row.userAgent),
      signedInAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt.toISOString(),
      isPresent: row.id === actor.sessionId,
      isComplete: !needsSecond || row.secondFactorAt !== null,
    }));
  return sessions.toSorted((one, other) => Number(other.isPresent) - Number(one.isPresent));
}

/**
 * Refuses 'auth/session-not-found' if the session is unknown, has ended, or belongs to another user. Without a recent
 * sign-in, a stolen session could sign its owner out, so it can only end itself ('auth/recent-required').
 */
export async function endOneSession(deps: Deps, actor: Actor, id: string): Promise<void> {
  if (id !== actor.sessionId) requireRecentSignIn(deps, actor);
  await transact(deps.db, async (tx) => {
    const ended = await tx
      .update(signInSession)
      .set({ endedAt: deps.clock.now() })
      .where(
        and(
          eq(signInSession.id, id),
          eq(signInSession.accountId, actor.userId),
          isNull(signInSession.endedAt),
        ),
      )
      .returning({ id: signInSession.id });
    if (ended.length === 0) throw refuse('auth/session-not-found');
    await noteEnd(tx, deps, actor, 'session.ended');
  });
}

/** Refuses 'auth/recent-required'. */
export async function endOtherSessions(deps: Deps, actor: Actor): Promise<void> {
  requireRecentSignIn(deps, actor);
  await transact(deps.db, async (tx) => {
    await endAccountSessions(tx, actor.userId, deps.clock.now(), { sessionId: actor.sessionId });
    await noteEnd(tx, deps, actor, 'sessions.ended');
  });
}

async function noteEnd(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  action: 'session.ended' | 'sessions.ended',
): Promise<void> {
  await audit(tx, deps, { actor, action, object: { kind: 'account', id: actor.userId } });
}
