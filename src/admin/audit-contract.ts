import { z } from 'zod';
import { endpoint } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { IsoTime } from '#kernel/time.ts';

/** Who did what to what, and why: the log that is only ever added to, and the chain over it. */

export const AuditEntry = z.object({
  /** The order in which entries were added. */
  position: z.number().int(),
  at: IsoTime,
  /** Null where the platform itself acted. `name` is the person's, else their address. */
  actor: z.object({ id: Id, name: z.string() }).nullable(),
  actorRole: z.string(),
  /** 'kyc.approved' */
  action: z.string(),
  /** `name` is that of an account's person; of anything else null. */
  object: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
  reason: z.string().nullable(),
  details: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Of the request that caused it, as the log of the server has it; null where none did. */
  requestId: z.string().nullable(),
  ipPrefix: z.string().nullable(),
  /** Its number in the chain; null until it is sealed, a minute or two later. */
  seal: z.number().int().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const filters = {
  /** The whole name of an action, or what stands before its point: 'kyc'. */
  action: z.string().trim().max(100).optional(),
  /** Somebody's id or email address, or 'platform'. */
  actor: z.string().trim().max(254).optional(),
  /** The id of any object, or an account's email address. */
  object: z.string().trim().max(254).optional(),
  from: IsoTime.optional(),
  /** Entries of this moment are not among them. */
  to: IsoTime.optional(),
};

export const AuditFilters = z.object(filters);
export type AuditFilters = z.output<typeof AuditFilters>;

export const AuditQuery = z.object({
  ...filters,
  limit: z.coerce.number().int().min(1).max(100).default(50),
  /** The position of the last entry of the page before. */
  cursor: z.coerce.number().int().positive().optional(),
});
export type AuditQuery = z.output<typeof AuditQuery>;

export const listAudit = endpoint({
  name: 'listAudit',
  method: 'GET',
  path: '/api/admin/audit',
  summary: 'The audit log, newest first; the next page is in the Link header',
  who: ['admin'],
  query: AuditQuery,
  response: z.array(AuditEntry),
});

export const exportAudit = endpoint({
  name: 'exportAudit',
  method: 'GET',
  path: '/api/admin/audit.csv',
  summary: 'The same as a table for a spreadsheet, all of it; each export is audited',
  who: ['admin'],
  query: AuditFilters,
  limit: 'payment',
  refusals: ['request/too-many'],
});

/** So that the call ends within seconds; `npm run admin -- verify-audit` compares all that there are. */
export const MOST_VERIFIED = 100_000;

export const AuditVerdict = z.object({
  /** Entries whose seal was compared, older ones that were left out, and those that wait for theirs. */
  sealed: z.number().int(),
  skipped: z.number().int(),
  waiting: z.number().int(),
  /** The chain's end. Written down elsewhere, a later verification can be asked whether it is still there. */
  head: z.object({ number: z.number().int(), hash: z.string() }),
  /** The first hundred; `at` is an entry's position, or a seal's number where the seal is what is wrong. */
  problems: z.array(
    z.object({
      at: z.number().int(),
      kind: z.enum(['altered', 'removed', 'seal-missing', 'never-sealed', 'other-chain']),
    }),
  ),
});
export type AuditVerdict = z.infer<typeof AuditVerdict>;

export const verifyAudit = endpoint({
  name: 'verifyAudit',
  method: 'POST',
  path: '/api/admin/audit/verify',
  summary: 'Compares the newest 100,000 entries of the audit log with their seals; changes nothing',
  who: ['admin'],
  response: AuditVerdict,
  limit: 'payment',
  refusals: ['request/too-many'],
});
