import { and, desc, eq } from 'drizzle-orm';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { isAfterRow, type TimePage } from '#platform/server/time-cursor.ts';
import type { ReportState } from '../../report-contract.ts';
import { messageReport, type ReportRow } from '../tables.ts';

export async function hasOpenReport(
  reader: Reader,
  applicationId: string,
  reporterId?: string,
): Promise<boolean> {
  const rows = await reader
    .select({ id: messageReport.id })
    .from(messageReport)
    .where(
      and(
        eq(messageReport.applicationId, applicationId),
        eq(messageReport.state, 'open'),
        reporterId === undefined ? undefined : eq(messageReport.reporterId, reporterId),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Returns false if the user has an open report about the conversation. */
export async function insertReport(tx: Tx, values: typeof messageReport.$inferInsert): Promise<boolean> {
  const inserted = await tx
    .insert(messageReport)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: messageReport.id });
  return inserted.length > 0;
}

export async function findReport(reader: Reader, id: string): Promise<ReportRow | undefined> {
  const [found] = await reader.select().from(messageReport).where(eq(messageReport.id, id));
  return found;
}

export async function lockReport(tx: Tx, id: string): Promise<ReportRow | undefined> {
  const [found] = await tx.select().from(messageReport).where(eq(messageReport.id, id)).for('update');
  return found;
}

export async function updateReport(
  tx: Tx,
  id: string,
  changes: Partial<Pick<ReportRow, 'state' | 'ownerId' | 'note' | 'decidedAt'>>,
): Promise<ReportRow> {
  const [updated] = await tx.update(messageReport).set(changes).where(eq(messageReport.id, id)).returning();
  if (!updated) throw new Error(`report ${id} vanished inside a transaction`);
  return updated;
}

export async function listReports(
  reader: Reader,
  status: ReportState | undefined,
  { limit, after }: TimePage,
): Promise<ReportRow[]> {
  return reader
    .select()
    .from(messageReport)
    .where(
      and(
        status && eq(messageReport.state, status),
        isAfterRow({ at: messageReport.createdAt, id: messageReport.id }, after, 'falling'),
      ),
    )
    .orderBy(desc(messageReport.createdAt), desc(messageReport.id))
    .limit(limit);
}
