import { sql } from 'drizzle-orm';
import type { AuditAction } from '../../audit-contract.ts';
import type { Tx } from '../db/open-database.ts';
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
 * Sent with the commit of the change that it records, and sealed into the hash chain shortly afterwards
 * (audit-chain.ts).
 */
export async function audit(tx: Tx, deps: Pick<Deps, 'clock' | 'random'>, entry: AuditEntry): Promise<void> {
  const origin = requestOrigin();
  tx.sendWithCommit(insertEntries, {
    id: deps.random.uuid(),
    at: deps.clock.now(),
    actor_id: entry.actor?.userId ?? null,
    actor_role: entry.actor ? (entry.actor.role ?? 'none') : 'platform',
    action: entry.action,
    object_kind: entry.object.kind,
    object_id: entry.object.id,
    reason: entry.reason ?? null,
    details: { ...entry.details, ...(origin?.accessTokenId ? { token: origin.accessTokenId } : {}) },
    request_id: origin?.requestId ?? null,
    ip_prefix: origin?.ipPrefix ?? null,
  });
}

/** One parameter, so that any number of rows fits, and has the same prepared statement. */
const insertEntries = (_tx: Tx, rows: object[]) => sql`
  insert into audit_entry (id, at, actor_id, actor_role, action, object_kind, object_id, reason, details, request_id,
    ip_prefix)
  select id, at, actor_id, actor_role, action, object_kind, object_id, reason, details, request_id, ip_prefix
  from jsonb_populate_recordset(null::audit_entry, ${JSON.stringify(rows)}::jsonb)`;
