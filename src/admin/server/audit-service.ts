import {
  type AuditEntry,
  type AuditFilters,
  type AuditQuery,
  listAudit as listContract,
} from '#admin/audit-contract.ts';
import { refuse } from '#admin/domain.ts';
import { findIdByEmail } from '#auth/server/account/account-search-service.ts';
import { loadContacts } from '#auth/server/service.ts';
import { Id } from '#kernel/id.ts';
import { t } from '#kernel/text.ts';
import { audit } from '#platform/server/security/audit.ts';
import { csvLine } from '#platform/server/security/csv.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { linkToPage } from '#platform/server/http/page-link.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { formatFullName, loadNameParts } from '#profiles/server/service.ts';
import { type AuditSubject, loadAuditSubjects } from './audit-subjects.ts';
import { type AuditRow, countAuditEntries, listAuditEntries, PLATFORM } from './audit-store.ts';

/** Throws 'request/invalid' if the actor is no id, no email and not 'platform'. */
export async function listAudit(
  deps: Deps,
  query: AuditQuery,
): Promise<{ entries: AuditEntry[]; link: string | null }> {
  const { limit, cursor, order, ...filters } = query;
  const search = await resolveEmails(deps.db, filters);
  if (search === null) return { entries: [], link: null };
  const found = await listAuditEntries(deps.db, {
    ...search,
    ...(order === 'oldest' ? { after: cursor ?? 0 } : { before: cursor }),
    limit: limit + 1,
  });
  const entries = await present(deps.db, found.slice(0, limit), getDeletedAccount());
  const last = found.length > limit ? entries.at(-1) : undefined;
  return { entries, link: last ? linkToPage(listContract.path, query, String(last.position)) : null };
}

/**
 * CSV chunks, newest first, read while they are sent. The export is itself audited. Entries added after its
 * start are not included.
 */
export async function exportAudit(
  deps: Deps,
  actor: Actor,
  filters: AuditFilters,
): Promise<AsyncIterable<string>> {
  const search = await resolveEmails(deps.db, filters);
  const { entries, newest } =
    search === null ? { entries: 0, newest: 0 } : await countAuditEntries(deps.db, search);
  await transact(deps.db, (tx) =>
    audit(tx, deps, {
      actor,
      action: 'audit.exported',
      object: { kind: 'audit', id: 'log' },
      details: { entries },
    }),
  );
  return table(deps.db, search ?? {}, newest, { heading: getHeading(), deletedAccount: getDeletedAccount() });
}

const READ_AT_ONCE = 1000;

/** Translated before the file is sent, because later no reader is known. */
interface TableWords {
  heading: readonly string[];
  deletedAccount: string;
}

async function* table(
  reader: Reader,
  filters: AuditFilters,
  newest: number,
  { heading, deletedAccount }: TableWords,
): AsyncGenerator<string> {
  yield csvLine(heading);
  let before = newest + 1;
  // Pages by position, because a database cursor would stay open during a slow download.
  for (;;) {
    const rows = await listAuditEntries(reader, { ...filters, before, limit: READ_AT_ONCE });
    if (rows.length > 0)
      yield (await present(reader, rows, deletedAccount)).map((entry) => csvLine(toCsvCells(entry))).join('');
    if (rows.length < READ_AT_ONCE) return;
    before = rows.at(-1)?.entry.position ?? 0;
  }
}

const getHeading = () => [
  t('Position'),
  t('Time (UTC)'),
  t('Actor'),
  t('Actor id'),
  t('Role'),
  t('Action'),
  t('Object'),
  t('Object id'),
  t('Reason'),
  t('Details'),
  t('Network'),
  t('Request'),
  t('Seal'),
];

function toCsvCells(entry: AuditEntry): string[] {
  const { position, at, actor, actorRole, action, object, reason, details, ipPrefix, requestId, seal } =
    entry;
  return [
    String(position),
    at,
    actor?.name ?? PLATFORM,
    actor?.id ?? '',
    actorRole,
    action,
    object.name ?? object.kind,
    object.id,
    reason ?? '',
    details.map(({ name, value }) => `${name}: ${value}`).join('; '),
    ipPrefix ?? '',
    requestId ?? '',
    seal === null ? '' : String(seal),
  ];
}

async function resolveEmails(reader: Reader, filters: AuditFilters): Promise<AuditFilters | null> {
  const { actor, object } = filters;
  const actorId = actor?.includes('@') ? await findIdByEmail(reader, actor) : actor;
  const objectId = object?.includes('@') ? await findIdByEmail(reader, object) : object;
  if (actorId === null || objectId === null) return null;
  if (actorId !== undefined && actorId !== PLATFORM && !Id.safeParse(actorId).success) {
    throw refuse('request/invalid', {
      fields: { actor: t('Enter an ID, an email address or “platform”') },
    });
  }
  return { ...filters, actor: actorId, object: objectId };
}

async function present(
  reader: Reader,
  rows: readonly AuditRow[],
  deletedAccount: string,
): Promise<AuditEntry[]> {
  const subjects = await loadAuditSubjects(
    reader,
    rows.map(({ entry }) => ({ kind: entry.objectKind, id: entry.objectId })),
  );
  const ids = new Set(
    rows.flatMap(({ entry: { actorId, objectKind, objectId } }) => [
      ...(actorId === null ? [] : [actorId]),
      ...(objectKind === 'account' && Id.safeParse(objectId).success ? [objectId] : []),
      ...toList(subjects.get(objectId)?.personId),
    ]),
  );
  const names = await loadNames(reader, [...ids]);
  return rows.map(({ entry, seal }) => ({
    position: entry.position,
    at: entry.at.toISOString(),
    actor:
      entry.actorId === null ? null : { id: entry.actorId, name: names.get(entry.actorId) ?? deletedAccount },
    actorRole: entry.actorRole,
    action: entry.action,
    object: {
      kind: entry.objectKind,
      id: entry.objectId,
      name: entry.objectKind === 'account' ? (names.get(entry.objectId) ?? deletedAccount) : null,
    },
    ...toSubject(subjects.get(entry.objectId), names, deletedAccount),
    reason: entry.reason,
    details: Object.entries(entry.details).map(([name, value]) => ({ name, value: formatDetail(value) })),
    requestId: entry.requestId,
    ipPrefix: entry.ipPrefix,
    seal,
  }));
}

const toList = (id: string | undefined) => (id === undefined ? [] : [id]);

function toSubject(
  subject: AuditSubject | undefined,
  names: ReadonlyMap<string, string>,
  deletedAccount: string,
): Pick<AuditEntry, 'person' | 'campaign'> {
  const personId = subject?.personId;
  return {
    person: personId ? { id: personId, name: names.get(personId) ?? deletedAccount } : null,
    campaign: subject?.campaign ?? null,
  };
}

const getDeletedAccount = () => t('Deleted account');

async function loadNames(reader: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  const [parts, contacts] = await Promise.all([loadNameParts(reader, ids), loadContacts(reader, ids)]);
  return new Map(
    ids.flatMap((id) => {
      const email = contacts.get(id)?.email;
      return email === undefined || email.endsWith('.invalid')
        ? []
        : [[id, formatFullName(parts.get(id)) || email]];
    }),
  );
}

function formatDetail(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
