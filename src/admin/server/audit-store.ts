import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  like,
  lt,
  max,
  not,
  or,
  type SQL,
} from 'drizzle-orm';
import type { AuditFilters } from '#admin/audit-contract.ts';
import type { AuditAction } from '#platform/audit-contract.ts';
import { auditEntry, auditSeal } from '#platform/server/db/tables.ts';
import type { Reader } from '#platform/server/db/open-database.ts';

/** Filters in which emails are already replaced by account ids. */
export type AuditSearch = AuditFilters & {
  before?: number | undefined;
  /** If set, returns the oldest entries first, from those after this position. */
  after?: number | undefined;
  limit: number;
};

export type AuditRow = Awaited<ReturnType<typeof listAuditEntries>>[number];

export async function listAuditEntries(reader: Reader, search: AuditSearch) {
  return reader
    .select({ entry: auditEntry, seal: auditSeal.number })
    .from(auditEntry)
    .leftJoin(auditSeal, eq(auditSeal.position, auditEntry.position))
    .where(and(...toConditions(search)))
    .orderBy(search.after === undefined ? desc(auditEntry.position) : asc(auditEntry.position))
    .limit(search.limit);
}

export async function countAuditEntries(
  reader: Reader,
  filters: AuditFilters,
): Promise<{ entries: number; newest: number }> {
  const [row] = await reader
    .select({ entries: count(), newest: max(auditEntry.position) })
    .from(auditEntry)
    .where(and(...toConditions(filters)));
  return { entries: row?.entries ?? 0, newest: row?.newest ?? 0 };
}

function toConditions({
  action,
  actor,
  object,
  from,
  to,
  before,
  after,
  show,
}: Omit<AuditSearch, 'limit'>): (SQL | undefined)[] {
  return [
    action === undefined ? undefined : matchesAction(action),
    actor === undefined ? undefined : matchesActor(actor),
    object === undefined ? undefined : eq(auditEntry.objectId, object),
    from === undefined ? undefined : gte(auditEntry.at, new Date(from)),
    to === undefined ? undefined : lt(auditEntry.at, new Date(to)),
    before === undefined ? undefined : lt(auditEntry.position, before),
    after === undefined ? undefined : gt(auditEntry.position, after),
    show === undefined ? undefined : show === 'visits' ? isVisit : not(isVisit),
  ];
}

/** Actions that change nothing: sign-ins, and looks at something. */
const isVisit = or(
  like(auditEntry.action, '%.viewed'),
  like(auditEntry.action, '%.listed'),
  inArray(auditEntry.action, ['account.signed-in', 'account.sign-in-begun'] satisfies AuditAction[]),
) as SQL;

/** Matches a full action name, or all actions of a family. */
function matchesAction(action: string): SQL | undefined {
  const plain = action.replaceAll(/[\\%_]/g, String.raw`\$&`);
  return action.includes('.')
    ? eq(auditEntry.action, action)
    : or(eq(auditEntry.action, action), like(auditEntry.action, `${plain}.%`));
}

function matchesActor(actor: string): SQL {
  return actor === PLATFORM ? isNull(auditEntry.actorId) : eq(auditEntry.actorId, actor);
}

export const PLATFORM = 'platform';
