import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { type SignInSession, signInSession, type TypeChangeLink, typeChangeLink } from '../tables.ts';

export async function upsertTypeChangeLink(tx: Tx, link: TypeChangeLink): Promise<void> {
  await tx
    .insert(typeChangeLink)
    .values(link)
    .onConflictDoUpdate({ target: typeChangeLink.accountId, set: link });
}

export async function findTypeChangeLink(
  reader: Reader,
  tokenHash: string,
): Promise<TypeChangeLink | undefined> {
  const [found] = await reader.select().from(typeChangeLink).where(eq(typeChangeLink.tokenHash, tokenHash));
  return found;
}

export async function useTypeChangeLink(tx: Tx, tokenHash: string, now: Date): Promise<boolean> {
  const used = await tx
    .update(typeChangeLink)
    .set({ usedAt: now })
    .where(
      and(
        eq(typeChangeLink.tokenHash, tokenHash),
        isNull(typeChangeLink.usedAt),
        gt(typeChangeLink.expiresAt, now),
      ),
    )
    .returning({ accountId: typeChangeLink.accountId });
  return used.length > 0;
}

export async function lockLiveSession(tx: Tx, id: string): Promise<SignInSession | undefined> {
  const [found] = await tx
    .select()
    .from(signInSession)
    .where(and(eq(signInSession.id, id), isNull(signInSession.endedAt)))
    .for('update');
  return found;
}
