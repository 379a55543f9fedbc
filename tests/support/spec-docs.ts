/** Formats docs/spec-coverage.md from the rows in tests/spec. */
import { posix } from 'node:path';
import { sections } from '#tests/spec/all-sections.ts';
import type { Row, RowKind, Section, TestReference } from '#tests/spec/rows.ts';
import { findDeparture, readDepartures } from './spec-departures.ts';

export function formatSpecDocs(): string {
  return `${[introduction, formatCounts(), ...sections.map(formatSection)].join('\n\n')}\n`;
}

function formatCounts(): string {
  const kinds = Object.keys(kindNames) as RowKind[]; // the keys of the record
  const rows = sections.map(({ title, rows }) => [
    title,
    rows.length,
    ...kinds.map((kind) => rows.filter((row) => row.kind === kind).length || ''),
    rows.filter(({ departures }) => departures).length || '',
  ]);
  const all = sections.flatMap(({ rows }) => rows);
  const total = [
    'all',
    all.length,
    ...kinds.map((kind) => all.filter((row) => row.kind === kind).length),
    all.filter(({ departures }) => departures).length,
  ];
  return [
    formatRow(['section', 'rows', ...kinds.map((kind) => kindNames[kind]), 'departures']),
    `|---|${'---|'.repeat(kinds.length + 2)}`,
    ...[...rows, total].map(formatRow),
  ].join('\n');
}

const kindNames: Record<RowKind, string> = {
  page: 'pages',
  call: 'calls',
  field: 'fields',
  text: 'texts',
  constant: 'constants',
  state: 'states',
  rule: 'rules',
};

function formatSection({ title, rows }: Section): string {
  return [
    `## ${title}`,
    '| kind | requirement | shown by |',
    '|---|---|---|',
    ...rows.map((row) =>
      formatRow([row.kind, formatRequirement(row), row.shownBy.map(formatTest).join('<br>')]),
    ),
  ].join('\n');
}

function formatRequirement({ kind, subject, requirement, departures = [] }: Row): string {
  const what = kind === 'text' ? `“${subject}”` : subject === '' ? '' : `\`${subject}\``;
  const words = [what, requirement].filter(Boolean).join(': ');
  return [words, ...departures.map(formatDeparture)].join('<br>');
}

function formatDeparture(start: string): string {
  const { section } = findDeparture(readDepartures(), start) ?? { section: '' };
  return `[Departs](spec-deviations.md#${toAnchor(section)}): ${start} …`;
}

const formatTest = ({ file, title }: TestReference): string =>
  `[${posix.basename(file)}](../${file}): ${title}`;

/** GitHub's anchor of a heading. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

const formatRow = (cells: readonly (string | number)[]): string =>
  `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;

const introduction = `# Specification coverage

\`npm run spec\` writes this file from the rows in \`tests/spec\`. Each row is one requirement of the specification,
or of the rules that were settled after it, with the tests of \`npm test\` that show it. The numbers are those of
the specification's parts. "Departs" leads to [the list of departures](spec-deviations.md).

\`tests/spec-coverage.test.ts\` fails if

- a row has no test, or a named test does not exist or runs only in the deep suite;
- the named tests of a quoted text do not look for that text;
- a listed field is not in the answer, body or query of its call;
- a page or route of the running product is not listed, or a listed one is not served;
- a departure is not in the list of departures, or one of that list belongs to no row.

A new page or call needs a row: \`tests/spec/pages.ts\`, or a file \`tests/spec/beyond-*.ts\`.`;
