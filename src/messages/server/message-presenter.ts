import { and, isNotNull } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import { account } from '#auth/server/tables.ts';
import { msg, t } from '#kernel/text.ts';
import type { Message, MessageSide } from '#messages/contract.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { loadNames } from '#profiles/server/service.ts';
import { fileUrl } from '#uploads/contract.ts';
import type { Work } from './party-service.ts';
import * as store from './store.ts';
import type { MessageRow } from './tables.ts';

const DELETED_NAME = msg('Deleted user');
const NAMELESS_BUSINESS = msg('The advertiser');

/** An admin sees every name. */
export type ReaderSide = MessageSide | 'admin';

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

/** In full, and with the last name's initial for those who don't know them (decision 13.13). */
interface ShownPerson {
  full: string;
  outline: string;
  imageUrl: string | null;
}

export async function loadShownPeople(
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, ShownPerson>> {
  const unique = [...new Set(ids)];
  if (unique.length === 0) return new Map();
  const names = await loadNames(reader, unique);
  const deleted = await reader
    .select({ id: account.id })
    .from(account)
    .where(and(isAmong(account.id, unique), isNotNull(account.deletedAt)));
  const isDeleted = new Set(deleted.map(({ id }) => id));
  return new Map(
    Array.from(names, ([id, { name, outlineName, imageUrl }]) => {
      const [full, outline] = isDeleted.has(id) ? [t(DELETED_NAME), t(DELETED_NAME)] : [name, outlineName];
      return [id, { full, outline, imageUrl }];
    }),
  );
}

export async function loadShownNames(
  reader: Reader,
  people: readonly { id: string; isKnown: boolean }[],
): Promise<Map<string, string>> {
  const known = new Map(people.filter(({ id }) => id !== '').map(({ id, isKnown }) => [id, isKnown]));
  const shown = await loadShownPeople(reader, [...known.keys()]);
  return new Map(Array.from(shown, ([id, { full, outline }]) => [id, known.get(id) ? full : outline]));
}
