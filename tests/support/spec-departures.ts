/** Reads docs/spec-deviations.md, whose rows those of tests/spec name by their first words. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Departure {
  section: string;
  row: string;
}

export function readDepartures(): Departure[] {
  const document = readFileSync(join(import.meta.dirname, '../../docs/spec-deviations.md'), 'utf8');
  return document
    .split(/^## /m)
    .slice(1)
    .flatMap((part) => {
      const [section = '', ...lines] = part.split('\n');
      // The first two lines of a table are its heading.
      const rows = lines.filter((line) => line.startsWith('| ')).slice(1);
      return rows.map((row) => ({ section, row: row.slice(2) }));
    });
}

export const findDeparture = (departures: readonly Departure[], start: string): Departure | undefined =>
  departures.find(({ row }) => row.startsWith(start));
