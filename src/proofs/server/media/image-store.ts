import { sql } from 'drizzle-orm';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { proofImage } from '../tables.ts';

/** Rows that one value of a quarter may bring, so that a common one costs no more than the others. */
const MOST_PER_VALUE = 50;
const QUARTER_BITS = 16;

/** Every mask of 16 bits with at most two set. */
const masks = [
  0,
  ...Array.from({ length: QUARTER_BITS }, (_, one) => 1 << one),
  ...Array.from({ length: QUARTER_BITS }, (_, one) =>
    Array.from({ length: one }, (__, other) => (1 << one) | (1 << other)),
  ).flat(),
];

/**
 * Returns in how many bits the nearest image of other work differs, or null if none within `atMost` is found. Looks at
 * images that share a quarter of the hash, up to two bits (multi-index hashing: M. Norouzi, A. Punjani and D. Fleet,
 * "Fast Search in Hamming Space with Multi-Index Hashing", 2012). So it finds all within 11 bits without reading every
 * row, except among more than MOST_PER_VALUE that share a value.
 */
export async function findNearestImage(
  reader: Reader,
  { hash, applicationId }: { hash: string; applicationId: string },
  atMost: number,
): Promise<number | null> {
  const candidates = [1, 5, 9, 13].map((from) => {
    const quarter = Number.parseInt(hash.slice(from - 1, from + 3), 16);
    const values = masks.map((mask) => (quarter ^ mask).toString(16).padStart(4, '0'));
    // The position is part of the query's text: an index on an expression matches only a constant.
    return sql`select found.hash from unnest(${toTextArray(values)}::text[]) as probe (value) cross join lateral (
      select hash from proof_image
      where substr(hash, ${sql.raw(String(from))}, 4) = probe.value and application_id <> ${applicationId}
      limit ${MOST_PER_VALUE}) found`;
  });
  const { rows } = await reader.execute<{ bits: number | null }>(sql`
    select min(bit_count((${`x${hash}`}::bit(64)) # ('x' || hash)::bit(64)))::int as bits
    from (${sql.join(candidates, sql` union all `)}) candidate`);
  const bits = rows[0]?.bits ?? null;
  return bits !== null && bits <= atMost ? bits : null;
}

export async function insertImages(tx: Tx, rows: (typeof proofImage.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(proofImage).values(rows);
}

/**
 * Makes proofs with images wait for each other until their transactions end. Otherwise two that are sent at once
 * with the same image would not find each other.
 */
export async function lockImages(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('proof-images', 0))`);
}

function toTextArray(values: readonly string[]): string {
  return `{${values.join(',')}}`;
}
