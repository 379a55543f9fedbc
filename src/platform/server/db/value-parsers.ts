import pg from 'pg';

type Parse = (text: string) => unknown;

const TEXT_ARRAY = 1009;
const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;

const textArray: (text: string) => (string | null)[] = pg.types.getTypeParser(
  // The type lists the built-in scalars only.
  TEXT_ARRAY as Parameters<typeof pg.types.getTypeParser>[0],
);

const ours = new Map<number, Parse>([
  [pg.types.builtins.INT8, safeInteger],
  [INT8_ARRAY, (text) => textArray(text).map((entry) => (entry === null ? null : safeInteger(entry)))],
  [pg.types.builtins.NUMERIC, (text) => text],
  // As a Date, a calendar day would depend on the machine's time zone.
  [pg.types.builtins.DATE, (text) => text],
  [DATE_ARRAY, textArray],
]);

export const valueParsers: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : ours.get(type)) ?? pg.types.getTypeParser(type, format),
};

/** bigint columns store cents and counters. Throws beyond 2^53 instead of returning a wrong value. */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`an integer beyond 2^53 came from the database: ${text}`);
  return value;
}
