import { sql } from 'drizzle-orm';
import type { Reader, Tx } from './open-database.ts';

/** Null unless this database is a restored copy, which must not pay. */
export async function getRestoredAt(reader: Reader): Promise<Date | null> {
  const { rows } = await reader.execute<{ restored_at: Date | null }>(
    sql`select restored_at from installation`,
  );
  return rows[0]?.restored_at ?? null;
}

/** From the next start on, the server sends no payout and no refund, until `endRestore`. */
export async function markRestored(tx: Tx, restoredAt: Date, backupTakenAt: Date): Promise<void> {
  const { rowCount } = await tx.execute(
    sql`update installation set restored_at = ${restoredAt}, backup_taken_at = ${backupTakenAt}`,
  );
  if (rowCount !== 1) throw new Error('the table installation has lost its row');
}

export async function endRestore(tx: Tx): Promise<void> {
  await tx.execute(sql`update installation set restored_at = null, backup_taken_at = null`);
}

/** Null before the first start. */
export async function getKeyCheck(reader: Reader): Promise<string | null> {
  const { rows } = await reader.execute<{ secret_key_check: string | null }>(
    sql`select secret_key_check from installation`,
  );
  return rows[0]?.secret_key_check ?? null;
}

export async function storeKeyCheckOnce(tx: Tx, check: string): Promise<string | null> {
  const { rows } = await tx.execute<{ secret_key_check: string }>(sql`
    update installation set secret_key_check = coalesce(secret_key_check, ${check}) returning secret_key_check`);
  return rows[0]?.secret_key_check ?? null;
}

export async function replaceKeyCheck(tx: Tx, check: string): Promise<void> {
  await tx.execute(sql`update installation set secret_key_check = ${check}`);
}
