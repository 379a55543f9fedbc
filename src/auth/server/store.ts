import { and, asc, eq, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm';
import { addMilliseconds } from '#kernel/time.ts';
import { isAmong } from '#platform/server/db/is-among.ts';
import type { Db, Reader, Tx } from '#platform/server/db/open-database.ts';
import { ADMIN_SESSION_LIFETIME_MS, SESSION_LIFETIME_MS, type SessionLimits } from './rules.ts';
import {
  accessToken,
  account,
  type Account,
  secondFactor,
  signInChallenge,
  type SignInChallenge,
  signInSession,
} from './tables.ts';

export async function findAccountByEmail(reader: Reader, email: string): Promise<Account | undefined> {
  const [found] = await reader
    .select()
    .from(account)
    .where(and(eq(account.email, email), isNull(account.deletedAt)));
  return found;
}

export async function findAccount(reader: Reader, id: string): Promise<Account | undefined> {
  const [found] = await reader.select().from(account).where(eq(account.id, id));
  return found;
}

export async function lockAccount(tx: Tx, id: string): Promise<Account | undefined> {
  const [found] = await tx.select().from(account).where(eq(account.id, id)).for('update');
  return found;
}

/** Locks in id order, so that concurrent callers cannot deadlock. */
export async function lockAccounts(tx: Tx, ids: readonly string[]): Promise<Account[]> {
  return tx.select().from(account).where(isAmong(account.id, ids)).orderBy(asc(account.id)).for('update');
}

export async function listLiveAdmins(reader: Reader): Promise<string[]> {
  const rows = await reader
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.role, 'admin'), isNull(account.deletedAt), isNull(account.suspendedAt)));
  return rows.map(({ id }) => id);
}

/** Null if another request created an account for this address first. */
export async function insertAccount(tx: Tx, values: typeof account.$inferInsert): Promise<Account | null> {
  const [inserted] = await tx.insert(account).values(values).onConflictDoNothing().returning();
  return inserted ?? null;
}

export async function updateAccount(tx: Tx, id: string, changes: Partial<Account>): Promise<void> {
  await tx.update(account).set(changes).where(eq(account.id, id));
}

/** False if another request created a challenge for the same session first. */
export async function insertChallenge(tx: Tx, values: typeof signInChallenge.$inferInsert): Promise<boolean> {
  const inserted = await tx
    .insert(signInChallenge)
    .values(values)
    .onConflictDoNothing({ target: signInChallenge.sessionId })
    .returning({ id: signInChallenge.id });
  return inserted.length > 0;
}

/** `id` and `tokenHash` find sign-in challenges only. `sessionId` finds an identity challenge. */
export async function lockChallenge(
  tx: Tx,
  by: { id: string } | { tokenHash: string } | { sessionId: string },
): Promise<SignInChallenge | undefined> {
  const [found] = await tx.select().from(signInChallenge).where(challengeBy(by)).for('update');
  return found;
}

function challengeBy(by: { id: string } | { tokenHash: string } | { sessionId: string }) {
  if ('sessionId' in by) return eq(signInChallenge.sessionId, by.sessionId);
  const isThis = 'id' in by ? eq(signInChallenge.id, by.id) : eq(signInChallenge.tokenHash, by.tokenHash);
  return and(isThis, isNull(signInChallenge.sessionId));
}

export async function updateChallenge(tx: Tx, id: string, changes: Partial<SignInChallenge>): Promise<void> {
  await tx.update(signInChallenge).set(changes).where(eq(signInChallenge.id, id));
}

export async function deleteChallenges(db: Db, endedBy: Date): Promise<void> {
  await db.delete(signInChallenge).where(lte(signInChallenge.expiresAt, endedBy));
}

export async function insertSession(tx: Tx, values: typeof signInSession.$inferInsert): Promise<void> {
  await tx.insert(signInSession).values(values);
}

/** False if there is no such session, or it has already ended. */
export async function endSession(tx: Tx, tokenHash: string, at: Date): Promise<boolean> {
  const ended = await tx
    .update(signInSession)
    .set({ endedAt: at })
    .where(and(eq(signInSession.tokenHash, tokenHash), isNull(signInSession.endedAt)))
    .returning({ id: signInSession.id });
  return ended.length > 0;
}

/** Prepared, because every signed-in request runs it. */
export function prepareFindSession(db: Db) {
  return db
    .select({
      id: signInSession.id,
      createdAt: signInSession.createdAt,
      lastUsedAt: signInSession.lastUsedAt,
      endedAt: signInSession.endedAt,
      secondFactorAt: signInSession.secondFactorAt,
      hasSecondFactor: sql<boolean>`exists (select from ${secondFactor} where ${secondFactor.accountId} = ${account.id})`,
      accountId: account.id,
      role: account.role,
      suspendedAt: account.suspendedAt,
      deletedAt: account.deletedAt,
    })
    .from(signInSession)
    .innerJoin(account, eq(account.id, signInSession.accountId))
    .where(eq(signInSession.tokenHash, sql.placeholder('tokenHash')))
    .prepare('auth_find_session');
}

export async function touchSession(db: Db, id: string, at: Date): Promise<void> {
  await db.update(signInSession).set({ lastUsedAt: at }).where(eq(signInSession.id, id));
}

export async function eraseDevices(db: Db, begunBy: Date): Promise<void> {
  await db
    .update(signInSession)
    .set({ userAgent: null })
    .where(and(lte(signInSession.createdAt, begunBy), isNotNull(signInSession.userAgent)));
}

/** A session without an end has ended with its longest lifetime. */
export function deleteSessions(db: Db, endedBy: Date, lifetimeMs: number, limit: number) {
  return db.execute(sql`
    delete from sign_in_session where id in (
      select id from sign_in_session
      where created_at <= ${endedBy}
        and coalesce(ended_at, created_at + ${lifetimeMs} * interval '1 millisecond') <= ${endedBy}
      order by created_at limit ${limit} for update skip locked)`);
}

/** Without `except`, access tokens end too: what ends every session must leave no other way in. */
export async function endAccountSessions(
  tx: Tx,
  accountId: string,
  at: Date,
  except?: { sessionId: string },
): Promise<void> {
  await tx
    .update(signInSession)
    .set({ endedAt: at })
    .where(
      and(
        eq(signInSession.accountId, accountId),
        isNull(signInSession.endedAt),
        except ? ne(signInSession.id, except.sessionId) : undefined,
      ),
    );
  if (!except) await tx.delete(accessToken).where(eq(accessToken.accountId, accountId));
}

/** In agreement with isLiveSession. Leaves out suspended and deleted accounts. */
export async function countLiveSessions(reader: Reader, now: Date, limits: SessionLimits): Promise<number> {
  const since = (milliseconds: number) => addMilliseconds(now, -milliseconds);
  const { rows } = await reader.execute<{ count: number }>(sql`
    select count(*)::int as count from sign_in_session s join account a on a.id = s.account_id
    where s.ended_at is null and a.suspended_at is null and a.deleted_at is null
      and s.created_at > ${since(SESSION_LIFETIME_MS)}
      and case when a.role = 'admin'
        then s.created_at > ${since(ADMIN_SESSION_LIFETIME_MS)} and s.last_used_at > ${since(limits.adminIdleMs)}
        else s.last_used_at > ${since(limits.idleMs)} end`);
  return rows[0]?.count ?? 0;
}
