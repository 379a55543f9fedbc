import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

export const AuditEntry = z.object({
  position: z.number().int(),
  at: IsoTime,
  /** Null if the server itself acted. `name` is the user's name, or their email if they have none. */
  actor: z.object({ id: Id, name: z.string() }).nullable(),
  actorRole: z.string(),
  action: z.string(),
  /** `name` is the user's name if the object is an account, otherwise null. */
  object: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
  /** If the object is not the user's account but, for example, their proof. */
  person: z.object({ id: Id, name: z.string() }).nullable(),
  /** If the object is a campaign or belongs to one. */
  campaign: z.object({ id: Id, title: z.string() }).nullable(),
  reason: z.string().nullable(),
  details: z.array(z.object({ name: z.string(), value: z.string() })),
  /** As in the server log. */
  requestId: z.string().nullable(),
  ipPrefix: z.string().nullable(),
  /** In the hash chain. Null until the entry is sealed, a minute or two later. */
  seal: z.number().int().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const auditKinds = ['actions', 'visits'] as const;

const filters = {
  /** Without it, both: what users changed, and their sign-ins and views of sensitive pages. */
  show: z.enum(auditKinds).optional(),
  /** A full action name, or only its family, the part before the dot: 'kyc'. */
  action: z.string().trim().max(100).optional(),
  /** An account id, an email address, or 'platform'. */
  actor: z.string().trim().max(254).optional(),
  /** The id of any object, or the email address of an account. */
  object: z.string().trim().max(254).optional(),
  from: IsoTime.optional(),
  /** Exclusive. */
  to: IsoTime.optional(),
};

export const AuditFilters = z.object(filters);
export type AuditFilters = z.output<typeof AuditFilters>;

export const AuditQuery = z.object({
  ...filters,
  limit: z.coerce.number().int().min(1).max(100).default(50),
  order: z.enum(['newest', 'oldest']).default('newest'),
  /** The position of the previous page's last entry. */
  cursor: z.coerce.number().int().positive().optional(),
});
export type AuditQuery = z.output<typeof AuditQuery>;

export const listAudit = endpoint({
  name: 'listAudit',
  method: 'GET',
  path: '/api/admin/audit',
  summary: 'The audit log, newest or oldest first; the next page is in the Link header',
  who: ['admin'],
  query: AuditQuery,
  response: z.array(AuditEntry),
});

export const exportAudit = endpoint({
  name: 'exportAudit',
  method: 'GET',
  path: '/api/admin/audit.csv',
  summary: 'All matching entries as CSV; each export is audited',
  who: ['admin'],
  query: AuditFilters,
  limit: 'payment',
  refusals: ['request/too-many'],
});

/** Keeps the call down to seconds. `npm run admin -- verify-audit` verifies all entries. */
export const MAX_VERIFIED_ENTRIES = 100_000;

export const AuditVerdict = z.object({
  /**
   * The number of entries verified, of older ones skipped or deleted after seven years, and of those not sealed yet.
   */
  sealed: z.number().int(),
  skipped: z.number().int(),
  expired: z.number().int(),
  waiting: z.number().int(),
  /** An admin can save it elsewhere, so that a later verification can look for it. */
  head: z.object({ number: z.number().int(), hash: z.string() }),
  /** The first hundred problems. `at` is an entry's position, or a seal's number if the seal is wrong. */
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
