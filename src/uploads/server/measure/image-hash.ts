/**
 * A hash that stays nearly the same when a picture is resized, recompressed or slightly cropped: the signs of its
 * lowest frequencies. C. Zauner, "Implementation and benchmarking of perceptual image hash functions" (2010), 3.2, and
 * https://phash.org: a 32 x 32 grey picture, its cosine transform (DCT-II), and 8 x 8 coefficients without the mean,
 * each compared with their median.
 */
const EDGE = 32;
const LOW = 8;

/** The picture is reduced to this size, and a margin of a tenth on each side is left out (decision 54.5). */
export const HASHED_PIXELS = 40;
const MARGIN = (HASHED_PIXELS - EDGE) / 2;

/** Pictures with less contrast, such as a black one, have no hash: they would all be alike. */
const LEAST_DEVIATION = 4;

/** Entry [u][x] is cos((2x + 1)uπ / 64), for u from 1 to 8. */
const cosines = Array.from({ length: LOW }, (_, u) =>
  Array.from({ length: EDGE }, (__, x) => Math.cos(((2 * x + 1) * (u + 1) * Math.PI) / (2 * EDGE))),
);

/**
 * Returns 16 hexadecimal digits, or null if the picture has too little contrast.
 * @param grey HASHED_PIXELS x HASHED_PIXELS values from 0 to 255, row by row.
 */
export function hashImage(grey: Uint8Array): string | null {
  const rows = Array.from({ length: EDGE }, (_, y) => {
    const start = (y + MARGIN) * HASHED_PIXELS + MARGIN;
    return grey.subarray(start, start + EDGE);
  });
  if (computeDeviation(rows) < LEAST_DEVIATION) return null;
  const inRows = rows.map((row) =>
    cosines.map((wave) => wave.reduce((sum, value, x) => sum + value * (row[x] ?? 0), 0)),
  );
  const low = cosines.flatMap((wave) =>
    cosines.map((_, u) => wave.reduce((sum, value, y) => sum + value * (inRows[y]?.[u] ?? 0), 0)),
  );
  const sorted = low.toSorted((one, other) => one - other);
  const median = ((sorted[31] ?? 0) + (sorted[32] ?? 0)) / 2;
  const bits = low.map((value) => (value > median ? '1' : '0')).join('');
  return BigInt(`0b${bits}`).toString(16).padStart(16, '0');
}

function computeDeviation(rows: readonly Uint8Array[]): number {
  const values = rows.flatMap((row) => [...row]);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}
