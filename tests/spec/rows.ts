/** The form of a row of docs/spec-coverage.md, and functions that build one. */

/** A test of `npm test`. The title may be a path: 'a decision > approves and pays once'. */
export interface TestReference {
  file: string;
  title: string;
}

export type RowKind = 'page' | 'call' | 'field' | 'text' | 'constant' | 'state' | 'rule';

export interface Row {
  kind: RowKind;
  /** The page, call, field, quoted text or value. Rules and states have none. */
  subject: string;
  requirement: string;
  shownBy: readonly TestReference[];
  /** Of a field: the call whose answer, body or query has it. */
  inCall?: string;
  /** How rows of docs/spec-deviations.md begin. */
  departures?: readonly string[];
}

export interface Section {
  title: string;
  rows: readonly Row[];
}

/** Returns a function that names a test of this file. */
export const testsIn =
  (file: string) =>
  (title: string): TestReference => ({ file, title });

type Shown = TestReference[];

/** A page of the browser's app: '/campaigns/:id'. */
export const page = (path: string, requirement: string, ...shownBy: Shown): Row => ({
  kind: 'page',
  subject: path,
  requirement,
  shownBy,
});

/** A call of the server: 'GET /api/campaigns/{id}'. */
export const call = (subject: string, requirement: string, ...shownBy: Shown): Row => ({
  kind: 'call',
  subject,
  requirement,
  shownBy,
});

/** A text that must be on the screen word by word. The named test looks for it. `{…}` stands for any words. */
export const text = (subject: string, requirement: string, ...shownBy: Shown): Row => ({
  kind: 'text',
  subject,
  requirement,
  shownBy,
});

export const constant = (subject: string, requirement: string, ...shownBy: Shown): Row => ({
  kind: 'constant',
  subject,
  requirement,
  shownBy,
});

export const state = (requirement: string, ...shownBy: Shown): Row => ({
  kind: 'state',
  subject: '',
  requirement,
  shownBy,
});

export const rule = (requirement: string, ...shownBy: Shown): Row => ({
  kind: 'rule',
  subject: '',
  requirement,
  shownBy,
});

const contracts = testsIn('tests/spec-coverage.test.ts');

/**
 * Returns one row for each name. The coverage test looks for them in the call: in the answer of a GET and in the
 * body of others, unless the entity is 'Answer', 'Body' or 'Query'.
 */
export const fields = (entity: string, inCall: string, names: string, ...shownBy: Shown): Row[] =>
  names.split(' ').map((name) => ({
    kind: 'field',
    subject: `${entity}.${name}`,
    requirement: `in \`${inCall}\``,
    shownBy: [contracts('each listed field is in its call'), ...shownBy],
    inCall,
  }));

/** Marks a row in which the product departs from the specification. */
export const departing = (departure: string, row: Row): Row => ({
  ...row,
  departures: [...(row.departures ?? []), departure],
});
