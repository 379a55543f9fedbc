import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Tx } from '#platform/server/db/open-database.ts';
import {
  accessToken,
  type Account,
  recoveryCode,
  secondFactor,
  secondFactorChallenge,
  secondFactorGuard,
  signInChallenge,
  signInIdentity,
  signInSession,
  typeChangeLink,
} from '../tables.ts';

type Whose = Pick<Account, 'id' | 'email'>;

/** Locks challenges before the account, in the same order as redeeming one does. */
export async function lockSignInChallenges(tx: Tx, whose: Whose): Promise<void> {
  await tx
    .select({ id: signInChallenge.id })
    .from(signInChallenge)
    .where(whereChallengeOwner(tx, whose))
    .orderBy(asc(signInChallenge.id))
    .for('update');
}

export async function eraseSignInData(tx: Tx, whose: Whose, at: Date): Promise<void> {
  await tx.delete(signInChallenge).where(whereChallengeOwner(tx, whose));
  await tx
    .delete(secondFactorChallenge)
    .where(inArray(secondFactorChallenge.sessionId, selectSessionIds(tx, whose)));
  for (const table of [
    accessToken,
    secondFactor,
    recoveryCode,
    secondFactorGuard,
    signInIdentity,
    typeChangeLink,
  ]) {
    await tx.delete(table).where(eq(table.accountId, whose.id));
  }
  const own = eq(signInSession.accountId, whose.id);
  await tx
    .update(signInSession)
    .set({ endedAt: at })
    .where(and(own, isNull(signInSession.endedAt)));
  await tx.update(signInSession).set({ userAgent: null }).where(own);
}

function whereChallengeOwner(tx: Tx, whose: Whose) {
  return or(
    eq(signInChallenge.email, whose.email),
    inArray(signInChallenge.sessionId, selectSessionIds(tx, whose)),
  );
}

function selectSessionIds(tx: Tx, { id }: Whose) {
  return tx.select({ id: signInSession.id }).from(signInSession).where(eq(signInSession.accountId, id));
}
