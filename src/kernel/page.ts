import { z } from 'zod';

export interface Cursor {
  sortedBy: string;
  id: string;
}

export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(200).optional(),
});

export function encodeCursor(cursor: Cursor): string {
  return `${escapePart(cursor.sortedBy)}~${escapePart(cursor.id)}`;
}

/** encodeURIComponent does not escape '~', which separates the two parts of a cursor. */
function escapePart(text: string): string {
  return encodeURIComponent(text).replaceAll('~', '%7E');
}

/** Returns null if encodeCursor cannot have produced the text. */
export function decodeCursor(text: string): Cursor | null {
  const [sortedBy, id, ...rest] = text.split('~');
  if (sortedBy === undefined || id === undefined || rest.length > 0) return null;
  try {
    return { sortedBy: decodeURIComponent(sortedBy), id: decodeURIComponent(id) };
  } catch {
    return null;
  }
}
