import { and, inArray, isNotNull } from 'drizzle-orm';
import { account } from '#auth/server/tables.ts';
import { msg, t } from '#kernel/text.ts';
import type { Message, MessageSide } from '#messages/contract.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { formatOutlineName, loadNameParts, loadNames } from '#profiles/server/service.ts';
import { fileUrl } from '#uploads/contract.ts';
import type { Work } from './party-service.ts';
import * as store from './store.ts';
import type { MessageRow } from './tables.ts';

const DELETED_NAME = msg('Deleted user');
const NAMELESS_BUSINESS = msg('The advertiser');

/** Who reads: one of the two sides, or an admin, who sees every name. */
export type ReaderSide = MessageSide | 'admin';

/** Returns messages for the API. Marketers get the business's name instead of its team's. */
export async function toMessages(
  reader: Reader,
  rows: readonly MessageRow[],
  { work, side, viewer }: { work: Work; side: ReaderSide; viewer: Pick<Actor, 'userId'> },
): Promise<Message[]> {
  const files = await store.listFiles(
    reader,
    rows.map(({ id }) => id),
  );
  const people = await loadShownNames(
    reader,
    rows.flatMap(({ authorId, side: from }) => ({
      id: authorId ?? '',
      isKnown: from !== 'marketer' || side !== 'advertiser' || work.approvedAt !== null,
    })),
  );
  return rows.map((row) => ({
    id: row.id,
    sequence: row.sequence,
    kind: row.kind,
    side: row.side,
    isOwn: row.authorId === viewer.userId,
    authorName:
      row.authorId === null
        ? null
        : row.side === 'advertiser' && side === 'marketer'
          ? formatBusiness(work)
          : (people.get(row.authorId) ?? t(DELETED_NAME)),
    text: row.text,
    files: files
      .filter(({ messageId }) => messageId === row.id)
      .map(({ messageId: _message, ...file }) => ({ ...file, url: fileUrl(file.uploadId) })),
    createdAt: row.createdAt.toISOString(),
  }));
}

export function formatBusiness({ company }: Pick<Work, 'company'>): string {
  return company || t(NAMELESS_BUSINESS);
}

/** Returns names by id: in full if known, otherwise with the last name's initial (decision 13.13). */
export async function loadShownNames(
  reader: Reader,
  people: readonly { id: string; isKnown: boolean }[],
): Promise<Map<string, string>> {
  const known = new Map(people.filter(({ id }) => id !== '').map(({ id, isKnown }) => [id, isKnown]));
  const ids = [...known.keys()];
  if (ids.length === 0) return new Map();
  const [names, parts] = [await loadNames(reader, ids), await loadNameParts(reader, ids)];
  const deleted = await reader
    .select({ id: account.id })
    .from(account)
    .where(and(inArray(account.id, ids), isNotNull(account.deletedAt)));
  const isDeleted = new Set(deleted.map(({ id }) => id));
  return new Map(
    ids.map((id) => {
      const part = parts.get(id);
      const full = names.get(id)?.name ?? t(DELETED_NAME);
      const outline = part && formatOutlineName(part);
      return [id, isDeleted.has(id) ? t(DELETED_NAME) : known.get(id) ? full : outline || full];
    }),
  );
}
