import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor, PageQuery } from './page.ts';

describe('a cursor', () => {
  it('decodes to what was encoded', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(text, text, (sortedBy, id) => {
        expect(decodeCursor(encodeCursor({ sortedBy, id }))).toEqual({ sortedBy, id });
      }),
    );
  });

  it('survives a query string', () => {
    const cursor = { sortedBy: '2026-11-02T15:00:00+01:00', id: 'a~b&c=d%/ü' };
    const text = new URLSearchParams({ cursor: encodeCursor(cursor) }).toString();
    expect(decodeCursor(new URLSearchParams(text).get('cursor') ?? '')).toEqual(cursor);
  });

  it.each(['', 'one', 'one~two~three', '%~id', 'sorted~%zz'])('is never %j', (text) => {
    expect(decodeCursor(text)).toBeNull();
  });
});

describe('a page', () => {
  it('has 50 rows by default', () => {
    expect(PageQuery.parse({})).toEqual({ limit: 50 });
    expect(PageQuery.parse({ limit: '7', cursor: 'a~b' })).toEqual({ limit: 7, cursor: 'a~b' });
  });

  it.each(['0', '101', '-1', '1.5', 'ten', 'NaN', '1e9'])('cannot have %s rows', (limit) => {
    expect(PageQuery.safeParse({ limit }).success).toBe(false);
  });
});
