import { and, asc, eq, gt, or } from 'drizzle-orm';
import type { Db } from '#platform/server/db/open-database.ts';
import { auditEntry } from '#platform/server/db/tables.ts';
import type { ExportPart } from '../ports.ts';
import {
  accessToken,
  account,
  secondFactor,
  signInIdentity,
  signInSession,
  typeChangeLink,
} from '../tables.ts';

/** Hashes of secrets are left out, because they reveal nothing about a person. */
export const ownExportParts: readonly ExportPart[] = [
  {
    name: 'account',
    tables: ['account'],
    read: async (db, _deps, userId) => {
      const [found] = await db.select().from(account).where(eq(account.id, userId));
      if (!found) return null;
      const { id, email, role, createdAt, verifiedAt, suspendedAt, suspensionReason } = found;
      return { id, email, userType: role, createdAt, verifiedAt, suspendedAt, suspensionReason };
    },
  },
  {
    name: 'signIns',
    tables: ['sign_in_session'],
    read: (db, _deps, userId) =>
      db
        .select({
          id: signInSession.id,
          device: signInSession.userAgent,
          signedInAt: signInSession.createdAt,
          lastUsedAt: signInSession.lastUsedAt,
          endedAt: signInSession.endedAt,
          secondFactorAt: signInSession.secondFactorAt,
        })
        .from(signInSession)
        .where(eq(signInSession.accountId, userId))
        .orderBy(asc(signInSession.createdAt)),
  },
  {
    name: 'linkedSignIns',
    tables: ['sign_in_identity'],
    read: (db, _deps, userId) =>
      db
        .select({
          issuer: signInIdentity.issuer,
          subject: signInIdentity.subject,
          linkedAt: signInIdentity.linkedAt,
        })
        .from(signInIdentity)
        .where(eq(signInIdentity.accountId, userId)),
  },
  {
    name: 'secondFactors',
    tables: ['second_factor'],
    read: (db, _deps, userId) =>
      db
        .select({
          kind: secondFactor.kind,
          name: secondFactor.name,
          createdAt: secondFactor.createdAt,
          lastUsedAt: secondFactor.lastUsedAt,
        })
        .from(secondFactor)
        .where(eq(secondFactor.accountId, userId))
        .orderBy(asc(secondFactor.createdAt)),
  },
  {
    name: 'accessTokens',
    tables: ['access_token'],
    read: (db, _deps, userId) =>
      db
        .select({
          name: accessToken.name,
          scopes: accessToken.scopes,
          createdAt: accessToken.createdAt,
          expiresAt: accessToken.expiresAt,
          lastUsedAt: accessToken.lastUsedAt,
        })
        .from(accessToken)
        .where(eq(accessToken.accountId, userId))
        .orderBy(asc(accessToken.createdAt)),
  },
  {
    name: 'typeChanges',
    tables: ['type_change_link'],
    read: (db, _deps, userId) =>
      db
        .select({
          newUserType: typeChangeLink.newRole,
          expiresAt: typeChangeLink.expiresAt,
          usedAt: typeChangeLink.usedAt,
        })
        .from(typeChangeLink)
        .where(eq(typeChangeLink.accountId, userId)),
  },
  {
    name: 'auditEntries',
    tables: ['audit_entry'],
    read: (db, _deps, userId) => streamAuditEntries(db, userId),
  },
];

const AT_ONCE = 1000;

/** Entries about another account come without its id and reason, and actors are shown by role only. */
async function* streamAuditEntries(db: Db, userId: string): AsyncGenerator<unknown> {
  let after = 0;
  for (;;) {
    const page = await db
      .select()
      .from(auditEntry)
      .where(
        and(
          or(eq(auditEntry.actorId, userId), eq(auditEntry.objectId, userId)),
          gt(auditEntry.position, after),
        ),
      )
      .orderBy(asc(auditEntry.position))
      .limit(AT_ONCE);
    for (const entry of page) {
      const isOwnAction = entry.actorId === userId;
      const isOfOthers = entry.objectKind === 'account' && entry.objectId !== userId;
      yield {
        at: entry.at,
        by: isOwnAction ? 'you' : entry.actorRole,
        action: entry.action,
        object: { kind: entry.objectKind, id: isOfOthers ? null : entry.objectId },
        ...(isOfOthers ? {} : { reason: entry.reason, details: entry.details }),
      };
    }
    const last = page.at(-1);
    if (!last || page.length < AT_ONCE) return;
    after = last.position;
  }
}
