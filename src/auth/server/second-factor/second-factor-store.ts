import { and, asc, count, eq, isNull, lte } from 'drizzle-orm';
import type { Db, Reader, Tx } from '#platform/server/db/open-database.ts';
import {
  recoveryCode,
  secondFactor,
  type SecondFactorChallenge,
  secondFactorChallenge,
  secondFactorGuard,
  type SecondFactorRow,
} from '../tables.ts';

/** Every write for an account must hold its lock. */

export async function listFactors(reader: Reader, accountId: string): Promise<SecondFactorRow[]> {
  return reader
    .select()
    .from(secondFactor)
    .where(eq(secondFactor.accountId, accountId))
    .orderBy(asc(secondFactor.createdAt), asc(secondFactor.id));
}

/** False if another account already has this passkey. */
export async function insertFactor(tx: Tx, values: typeof secondFactor.$inferInsert): Promise<boolean> {
  const inserted = await tx
    .insert(secondFactor)
    .values(values)
    .onConflictDoNothing({ target: secondFactor.credentialId })
    .returning({ id: secondFactor.id });
  return inserted.length > 0;
}

export async function updateFactor(tx: Tx, id: string, changes: Partial<SecondFactorRow>): Promise<void> {
  await tx.update(secondFactor).set(changes).where(eq(secondFactor.id, id));
}

export async function deleteFactor(tx: Tx, id: string): Promise<void> {
  await tx.delete(secondFactor).where(eq(secondFactor.id, id));
}

export async function deleteFactors(tx: Tx, accountId: string): Promise<number> {
  const deleted = await tx
    .delete(secondFactor)
    .where(eq(secondFactor.accountId, accountId))
    .returning({ id: secondFactor.id });
  return deleted.length;
}

export async function hasSecondFactor(reader: Reader, accountId: string): Promise<boolean> {
  const [found] = await reader
    .select({ id: secondFactor.id })
    .from(secondFactor)
    .where(eq(secondFactor.accountId, accountId))
    .limit(1);
  return found !== undefined;
}

/** Each session has one challenge per purpose. */
export async function upsertChallenge(tx: Tx, values: SecondFactorChallenge): Promise<void> {
  const { challenge, secretSealed, expiresAt } = values;
  await tx
    .insert(secondFactorChallenge)
    .values(values)
    .onConflictDoUpdate({
      target: [secondFactorChallenge.sessionId, secondFactorChallenge.purpose],
      set: { challenge, secretSealed, expiresAt },
    });
}

type Which = Pick<SecondFactorChallenge, 'sessionId' | 'purpose'>;

const isThis = ({ sessionId, purpose }: Which) =>
  and(eq(secondFactorChallenge.sessionId, sessionId), eq(secondFactorChallenge.purpose, purpose));

export async function findChallenge(tx: Tx, which: Which): Promise<SecondFactorChallenge | undefined> {
  const [found] = await tx.select().from(secondFactorChallenge).where(isThis(which));
  return found;
}

export async function takeChallenge(tx: Tx, which: Which): Promise<SecondFactorChallenge | undefined> {
  const [taken] = await tx.delete(secondFactorChallenge).where(isThis(which)).returning();
  return taken;
}

export async function deleteFactorChallenges(db: Db, endedBy: Date): Promise<void> {
  await db.delete(secondFactorChallenge).where(lte(secondFactorChallenge.expiresAt, endedBy));
}

export async function replaceRecoveryCodes(
  tx: Tx,
  accountId: string,
  hashes: readonly string[],
  createdAt: Date,
): Promise<void> {
  await tx.delete(recoveryCode).where(eq(recoveryCode.accountId, accountId));
  if (hashes.length === 0) return;
  await tx.insert(recoveryCode).values(hashes.map((codeHash) => ({ accountId, codeHash, createdAt })));
}

const unused = (accountId: string) => and(eq(recoveryCode.accountId, accountId), isNull(recoveryCode.usedAt));

export async function countRecoveryCodes(reader: Reader, accountId: string): Promise<number> {
  const [found] = await reader.select({ left: count() }).from(recoveryCode).where(unused(accountId));
  return found?.left ?? 0;
}

export async function spendRecoveryCode(
  tx: Tx,
  accountId: string,
  codeHash: string,
  at: Date,
): Promise<boolean> {
  const spent = await tx
    .update(recoveryCode)
    .set({ usedAt: at })
    .where(and(unused(accountId), eq(recoveryCode.codeHash, codeHash)))
    .returning({ codeHash: recoveryCode.codeHash });
  return spent.length > 0;
}

export async function findGuard(tx: Tx, accountId: string) {
  const [found] = await tx.select().from(secondFactorGuard).where(eq(secondFactorGuard.accountId, accountId));
  return found;
}

export async function upsertGuard(tx: Tx, values: typeof secondFactorGuard.$inferInsert): Promise<void> {
  const { wrongCodes, lastWrongAt } = values;
  await tx
    .insert(secondFactorGuard)
    .values(values)
    .onConflictDoUpdate({ target: secondFactorGuard.accountId, set: { wrongCodes, lastWrongAt } });
}

export async function deleteGuard(tx: Tx, accountId: string): Promise<void> {
  await tx.delete(secondFactorGuard).where(eq(secondFactorGuard.accountId, accountId));
}
