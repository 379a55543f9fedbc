import type { AuditAction } from '../../audit-contract.ts';
import type { Tx } from '../db/open-database.ts';
import { auditEntry } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { requestOrigin } from './request-origin.ts';
import type { Actor } from './session.ts';

export interface AuditEntry {
  /** Null for the platform itself. */
  actor: Pick<Actor, 'userId' | 'role'> | null;
  action: AuditAction;
  object: { kind: string; id: string };
  reason?: string | undefined;
  /** Only ids, states and counts. Never personal data. */
  details?: Record<string, string | number | boolean | null>;
}

/**
 * Adds a row to the append-only audit log in the transaction of the change that it records, with the request
 * that caused it, if any. The row is sent with the commit, and sealed into the hash chain shortly afterwards
 * (audit-chain.ts).
 */
export async function audit(tx: Tx, deps: Pick<Deps, 'clock' | 'random'>, entry: AuditEntry): Promise<void> {
  const origin = requestOrigin();
  tx.sendWithCommit(insertEntries, {
    id: deps.random.uuid(),
    at: deps.clock.now(),
    actorId: entry.actor?.userId ?? null,
    actorRole: entry.actor ? (entry.actor.role ?? 'none') : 'platform',
    action: entry.action,
    objectKind: entry.object.kind,
    objectId: entry.object.id,
    reason: entry.reason ?? null,
    details: entry.details ?? {},
    requestId: origin?.requestId ?? null,
    ipPrefix: origin?.ipPrefix ?? null,
  });
}

const insertEntries = (tx: Tx, rows: (typeof auditEntry.$inferInsert)[]) =>
  tx.insert(auditEntry).values(rows);
