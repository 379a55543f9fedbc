import { machineFacts } from '../machine.ts';
import type { Finding } from './audit.ts';
import type { Measured } from './failures.ts';

export function printReport(
  versions: readonly string[],
  measured: readonly Measured[],
  findings: readonly Finding[],
): void {
  console.log(`\n${machineFacts()}\n${versions.join(', ')}\n`);
  printTable(
    ['killed', 'failed calls', 'no write', 'no read', 'longest write', 'longest read', 'whole again after'],
    measured.map(({ name, failed, nothingMs, waitMs, recoveredMs }) => [
      name,
      String(failed),
      ...[nothingMs.write, nothingMs.read, waitMs.write, waitMs.read, recoveredMs].map(formatMs),
    ]),
  );
  console.log('');
  printTable(
    ['at the end', 'found', ''],
    findings.map(({ what, found, isRight }) => [what, found, isRight ? '' : 'WRONG']),
  );
}

const formatMs = (milliseconds: number) => `${Math.round(milliseconds)} ms`;

function printTable(head: readonly string[], rows: readonly string[][]): void {
  const toLine = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  console.log([toLine(head), `|${'---|'.repeat(head.length)}`, ...rows.map(toLine)].join('\n'));
}
