import { and, desc, eq, lte } from 'drizzle-orm';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { Flow } from './google-flow.ts';
import { signInIdentity, spentProviderFlow } from '../tables.ts';

export async function findIdentity(
  reader: Reader,
  issuer: string,
  subject: string,
): Promise<{ accountId: string } | undefined> {
  const [found] = await reader
    .select({ accountId: signInIdentity.accountId })
    .from(signInIdentity)
    .where(and(eq(signInIdentity.issuer, issuer), eq(signInIdentity.subject, subject)));
  return found;
}

/** Returns false if another request linked the same identity first. */
export async function insertIdentity(tx: Tx, values: typeof signInIdentity.$inferInsert): Promise<boolean> {
  const inserted = await tx
    .insert(signInIdentity)
    .values(values)
    .onConflictDoNothing()
    .returning({ subject: signInIdentity.subject });
  return inserted.length > 0;
}

export async function findLatestLink(reader: Reader, accountId: string): Promise<Date | undefined> {
  const [found] = await reader
    .select({ linkedAt: signInIdentity.linkedAt })
    .from(signInIdentity)
    .where(eq(signInIdentity.accountId, accountId))
    .orderBy(desc(signInIdentity.linkedAt))
    .limit(1);
  return found?.linkedAt;
}

export async function deleteIdentities(tx: Tx, accountId: string): Promise<number> {
  const deleted = await tx
    .delete(signInIdentity)
    .where(eq(signInIdentity.accountId, accountId))
    .returning({ subject: signInIdentity.subject });
  return deleted.length;
}

/** Also deletes expired marks. Returns false if the flow was used before. */
export async function markFlowUsed(tx: Tx, { hash, expiresAt }: Flow, now: Date): Promise<boolean> {
  await tx.delete(spentProviderFlow).where(lte(spentProviderFlow.expiresAt, now));
  const spent = await tx
    .insert(spentProviderFlow)
    .values({ flowHash: hash, expiresAt })
    .onConflictDoNothing()
    .returning({ flowHash: spentProviderFlow.flowHash });
  return spent.length > 0;
}
