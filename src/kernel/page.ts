import { z } from 'zod';

/** Keyset paging: a cursor names the last row seen by what the list is sorted by and its id. */
export interface Cursor {
  sortedBy: string;
  id: string;
}

export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(200).optional(),
});

export function encodeCursor(cursor: Cursor): string {
  return `${encodeURIComponent(cursor.sortedBy)}~${encodeURIComponent(cursor.id)}`;
}

/** Null for text that encodeCursor cannot have made. */
export function decodeCursor(text: string): Cursor | null {
  const [sortedBy, id, ...rest] = text.split('~');
  if (sortedBy === undefined || id === undefined || rest.length > 0) return null;
  try {
    return { sortedBy: decodeURIComponent(sortedBy), id: decodeURIComponent(id) };
  } catch {
    return null;
  }
}
