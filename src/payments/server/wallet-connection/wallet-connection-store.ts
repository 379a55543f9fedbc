import { and, desc, eq, gt, isNull, lte } from 'drizzle-orm';
import type { Id } from '#kernel/id.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { ConnectionOutcome } from '../../connection-contract.ts';
import { walletConnection, type WalletConnectionRow } from './wallet-connection-tables.ts';

export async function insertConnection(tx: Tx, values: typeof walletConnection.$inferInsert): Promise<void> {
  await tx.insert(walletConnection).values(values);
}

export async function deleteConnections(tx: Tx, accountId: Id, endedBy?: Date): Promise<void> {
  const isTheirs = eq(walletConnection.accountId, accountId);
  await tx
    .delete(walletConnection)
    .where(endedBy ? and(isTheirs, lte(walletConnection.endsAt, endedBy)) : isTheirs);
}

/**
 * Claims a pending connection. Only one of several concurrent callers gets it. Returns undefined if it was
 * used, has expired, or belongs to another session.
 */
export async function claimConnection(
  tx: Tx,
  way: { stateHash: string; sessionId: Id; accountId: Id },
  now: Date,
): Promise<WalletConnectionRow | undefined> {
  const [taken] = await tx
    .update(walletConnection)
    .set({ usedAt: now })
    .where(
      and(
        eq(walletConnection.stateHash, way.stateHash),
        eq(walletConnection.sessionId, way.sessionId),
        eq(walletConnection.accountId, way.accountId),
        isNull(walletConnection.usedAt),
        gt(walletConnection.endsAt, now),
      ),
    )
    .returning();
  return taken;
}

/** Returns false if the connection was deleted in the meantime. */
export async function endConnection(tx: Tx, id: Id, outcome: ConnectionOutcome): Promise<boolean> {
  const ended = await tx
    .update(walletConnection)
    .set({ outcome })
    .where(eq(walletConnection.id, id))
    .returning({ id: walletConnection.id });
  return ended.length > 0;
}

export async function findNewestConnection(
  reader: Reader,
  accountId: Id,
  sessionId: Id,
): Promise<WalletConnectionRow | undefined> {
  const [found] = await reader
    .select()
    .from(walletConnection)
    .where(and(eq(walletConnection.accountId, accountId), eq(walletConnection.sessionId, sessionId)))
    .orderBy(desc(walletConnection.createdAt), desc(walletConnection.id))
    .limit(1);
  return found;
}
