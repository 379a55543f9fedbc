/**
 * A mutation test of the rules and services where a silent fault costs most. It changes one thing in a copy
 * of the project, runs the tests of that domain, and records whether a test fails. The sample is fixed: the
 * same code gives the same mutants.
 *
 * npm run test:mutants -- [--count 330] [--report mutants.jsonl]
 *
 * It runs on the last commit, takes about an hour, and resumes an earlier report. The last line says how many
 * were caught.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseSync } from 'vite';
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';

const domains = ['payments', 'campaigns', 'applications', 'proofs', 'tracking', 'auth'];
/** Files without decisions: SQL, tables, wiring, texts. */
const withoutDecisions =
  /(\.test|tables|store|routes|module|events|ports|-labels|-messages|-mail|-text|-page)\.ts$/;

/** `now` replaces the text between two offsets. */
interface Mutant {
  id: string;
  file: string;
  line: number;
  start: number;
  end: number;
  was: string;
  now: string;
}
interface Verdict extends Omit<Mutant, 'start' | 'end'> {
  isCaught: boolean;
  by: string | null;
}

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '330' },
    report: { type: 'string', default: 'mutants.jsonl' },
    project: { type: 'string', default: 'server' },
  },
});

const swapped: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};

type Node = { type: string; start: number; end: number } & Record<string, unknown>;
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** Loop conditions are kept, because a changed one may never end. */
function createMutants(file: string, source: string): Mutant[] {
  const found: Mutant[] = [];
  const add = (node: Node, now: string) => {
    const was = source.slice(node.start, node.end);
    const line = source.slice(0, node.start).split('\n').length;
    const twins = found.filter((other) => other.was === was && other.now === now).length;
    const id = createHash('sha256').update(`${file}\n${was}\n${now}\n${twins}`).digest('hex').slice(0, 12);
    found.push({ id, file, line, start: node.start, end: node.end, was, now });
  };
  const text = (node: unknown) => (isNode(node) ? source.slice(node.start, node.end) : '');
  const visit = (node: Node): void => {
    if (node.type.startsWith('TS') && node.type !== 'TSAsExpression') return;
    if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') {
      const now = swapped[String(node['operator'])];
      const isText = /['"`]/.test(text(node['left']) + text(node['right']));
      if (now && !(isText && node['operator'] === '+'))
        add(node, `(${text(node['left'])} ${now} ${text(node['right'])})`);
    }
    if (node.type === 'UnaryExpression' && node['operator'] === '!') add(node, `(${text(node['argument'])})`);
    if (node.type === 'Literal' && typeof node['value'] === 'boolean') add(node, String(!node['value']));
    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') {
      for (const now of ['true', 'false']) if (isNode(node['test'])) add(node['test'], now);
    }
    if (node.type === 'ThrowStatement') add(node, ';');
    if (
      node.type === 'ExpressionStatement' &&
      isNode(node['expression']) &&
      node['expression'].type === 'AwaitExpression'
    )
      add(node, ';');
    const isLoop = /^(For|While|DoWhile)/.test(node.type);
    for (const [key, value] of Object.entries(node)) {
      if (isLoop && key !== 'body') continue;
      for (const inner of Array.isArray(value) ? value : [value]) if (isNode(inner)) visit(inner);
    }
  };
  visit(parseSync(file, source).program as unknown as Node); // Its nodes are told apart by `type` above.
  return found;
}

/** Depends only on the code, with the same number from each domain. */
function sample(root: string, count: number): Mutant[] {
  return domains.flatMap((domain) => {
    const folder = `src/${domain}/server`;
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !withoutDecisions.test(name),
    );
    const all = files.flatMap((name) =>
      createMutants(`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')),
    );
    return all
      .toSorted((one, other) => one.id.localeCompare(other.id))
      .slice(0, Math.ceil(count / domains.length));
  });
}

/** The test named after its file comes first, then those next to it. */
function testsFor(
  mutant: Mutant,
  specifications: readonly TestSpecification[],
  root: string,
): TestSpecification[] {
  const name = basename(mutant.file, '.ts').replace(/-service$/, '');
  const rank = ({ moduleId }: TestSpecification) => {
    if (basename(moduleId).startsWith(name)) return 0;
    return dirname(relative(root, moduleId)) === dirname(mutant.file) ? 1 : 2;
  };
  return testsIn(domainFolder(mutant.file), specifications, root).toSorted(
    (one, other) => rank(one) - rank(other),
  );
}

/** 'src/payments/server/' of 'src/payments/server/refunds/refunds.ts'. */
const domainFolder = (file: string) => `${file.split('/').slice(0, 3).join('/')}/`;

function testsIn(
  folder: string,
  specifications: readonly TestSpecification[],
  root: string,
): TestSpecification[] {
  return specifications.filter(({ moduleId }) => relative(root, moduleId).startsWith(folder));
}

async function judge(
  vitest: Vitest,
  root: string,
  mutant: Mutant,
  tests: TestSpecification[],
): Promise<Verdict> {
  const { start, end, ...facts } = mutant;
  const path = join(root, mutant.file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, source.slice(0, start) + mutant.now + source.slice(end));
  vitest.invalidateFile(path);
  try {
    const by = await firstFailure(vitest, root, tests);
    return { ...facts, isCaught: by !== null, by };
  } finally {
    writeFileSync(path, source);
    vitest.invalidateFile(path);
  }
}

async function firstFailure(
  vitest: Vitest,
  root: string,
  tests: TestSpecification[],
): Promise<string | null> {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(tests);
  const failed = testModules.flatMap((module) => [
    ...Array.from(module.children.allTests('failed'), ({ fullName }) => fullName),
    ...(module.state() === 'failed'
      ? [`${relative(root, module.moduleId)} ${module.errors()[0]?.message ?? ''}`.trim()]
      : []),
  ]);
  return failed[0] ?? (unhandledErrors.length > 0 ? 'an error outside the tests' : null);
}

/** A separate folder, so that the working tree never contains a mutant. */
function copyProject(): string {
  const root = join(mkdtempSync(join(tmpdir(), 'promenade-mutants-')), 'project');
  const cloned = spawnSync('git', ['clone', '--quiet', '--local', resolve('.'), root], { encoding: 'utf8' });
  if (cloned.status !== 0) throw new Error(cloned.stderr);
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  return root;
}

const report = resolve(values.report);
const done: Verdict[] = existsSync(report)
  ? readFileSync(report, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  : [];
const root = copyProject();
process.chdir(root);
try {
  const mutants = sample(root, Number(values.count)).filter(
    ({ id }) => !done.some((verdict) => verdict.id === id),
  );
  const vitest = await createVitest('test', {
    root,
    watch: false,
    project: [values.project],
    bail: 1,
    reporters: [{}],
    allowOnly: false,
  });
  const specifications = await vitest.globTestSpecifications();
  const folders = new Set(mutants.map(({ file }) => domainFolder(file)));
  for (const folder of folders) {
    const failure = await firstFailure(vitest, root, testsIn(folder, specifications, root));
    if (failure !== null) throw new Error(`The tests in ${folder} fail without any change: ${failure}`);
  }
  for (const [index, mutant] of mutants.entries()) {
    const verdict = await judge(vitest, root, mutant, testsFor(mutant, specifications, root));
    done.push(verdict);
    appendFileSync(report, `${JSON.stringify(verdict)}\n`);
    const place = `${mutant.file}:${mutant.line}`;
    console.log(
      `${index + 1}/${mutants.length} ${verdict.isCaught ? 'caught  ' : 'survived'} ${place}: ${mutant.was.split('\n')[0]} → ${mutant.now.split('\n')[0]}`,
    );
  }
  await vitest.close();
} finally {
  process.chdir('/');
  rmSync(dirname(root), { recursive: true, force: true });
}
const caught = done.filter(({ isCaught }) => isCaught).length;
console.log(`${caught} of ${done.length} mutants caught (${((100 * caught) / done.length).toFixed(1)} %)`);
