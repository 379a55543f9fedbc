import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { brokenRules, importsIn } from './support/architecture.ts';

const root = resolve(import.meta.dirname, '..');
const simulator = 'packages/wallet-simulator/src';

const paths = ['src', simulator].flatMap((folder) =>
  readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`),
);

test('the sources respect the domain order and boundaries', () => {
  expect(paths).toEqual(expect.arrayContaining(['src/main/app.ts', `${simulator}/app.ts`]));
  const broken = paths.flatMap((path) => {
    const imports = importsIn(path, readFileSync(resolve(root, path), 'utf8'));
    return brokenRules(path, imports).map((rule) => `${path} breaks ${rule}`);
  });
  expect(broken).toEqual([]);
});

// scripts/setup/trim-contracts.ts removes them. A form checks its input with a schema that the contract exports.
test('no screen or contract reads the schemas of an endpoint', () => {
  const read =
    /\b[a-z]\w*\.(?:params|query|body|response)\.(?:parse|safeParse|shape|pick|omit|extend|options)\b|schemaResolver\(\s*[a-z]\w*\./;
  const shipped = paths.filter(
    (path) => /\/web\/|contract\.ts$|\.tsx$/.test(path) && !/\btest[.-]/.test(path),
  );
  expect(shipped.filter((path) => read.test(readFileSync(resolve(root, path), 'utf8')))).toEqual([]);
});

describe('rejects', () => {
  test.each([
    ['a later domain', 'src/payments/server/service.ts', '#campaigns/server/service.ts', 'order'],
    ['a later contract', 'src/auth/contract.ts', '#campaigns/contract.ts', 'order'],
    ['a later component', 'src/auth/web/sign-in.tsx', '#campaigns/web/campaign-card.tsx', 'order'],
    ['platform knowing a domain', 'src/platform/server/http/http.ts', '#auth/server/service.ts', 'order'],
    ['a domain knowing main', 'src/admin/server/service.ts', '#main/app.ts', 'order'],
    ['a folder outside the order', 'src/gigs/contract.ts', 'zod', 'order'],
    ['another domain’s store', 'src/proofs/server/service.ts', '#campaigns/server/store.ts', 'private'],
    ['another domain’s rules', 'src/proofs/server/service.ts', '#campaigns/server/rules.ts', 'private'],
    ['another domain’s routes', 'src/proofs/server/service.ts', '#campaigns/server/routes.ts', 'private'],
    ['the ledger from outside', 'src/proofs/server/service.ts', '#payments/server/ledger.ts', 'private'],
    ['another domain’s page', 'src/proofs/web/proof-card.tsx', '#campaigns/web/campaign-page.tsx', 'private'],
    ['another domain’s sample', 'src/proofs/server/service.ts', '#campaigns/sample.ts', 'private'],
    ['a store in main', 'src/main/seed.ts', '#campaigns/server/store.ts', 'private'],
    ['the server in the browser', 'src/proofs/web/proof-card.tsx', '../server/service.ts', 'zone'],
    ['the browser on the server', 'src/proofs/server/service.ts', '../web/proof-card.tsx', 'zone'],
    ['the server in a contract', 'src/proofs/contract.ts', './server/tables.ts', 'zone'],
    ['the server in main’s screens', 'src/main/frame/frame.tsx', '#main/app.ts', 'zone'],
    ['a domain in the kernel', 'src/kernel/errors.ts', '#platform/contract.ts', 'zone'],
    ['a package in the kernel', 'src/kernel/money.ts', 'dayjs', 'package'],
    ['a package in a contract', 'src/proofs/contract.ts', 'drizzle-orm', 'package'],
    ['a server package in the browser', 'src/proofs/web/proof-card.tsx', 'fastify', 'package'],
    ['Node in the browser', 'src/proofs/web/proof-card.tsx', 'node:fs', 'package'],
    ['React on the server', 'src/proofs/server/service.ts', 'react', 'package'],
    ['an unlisted package', 'src/proofs/server/service.ts', 'lodash/merge', 'package'],
    ['rules with a store', 'src/proofs/server/rules.ts', './store.ts', 'pure'],
    ['rules with a package', 'src/proofs/server/rules.ts', 'h3-js', 'pure'],
    ['rules with a clock of Node', 'src/proofs/server/review-rules.ts', 'node:timers', 'pure'],
    ['rules with a foreign contract', 'src/proofs/server/rules.ts', '#campaigns/contract.ts', 'pure'],
    ['the simulator in a domain', 'src/payments/server/a.ts', '@promenade/wallet-simulator', 'simulator'],
    ['a domain in the simulator', `${simulator}/app.ts`, '#payments/contract.ts', 'simulator'],
    ['the kernel in the simulator', `${simulator}/app.ts`, '../../../src/kernel/money.ts', 'simulator'],
    ['an unlisted package in the simulator', `${simulator}/app.ts`, 'drizzle-orm', 'simulator'],
    ['a relative way out', 'src/proofs/server/service.ts', '../../campaigns/contract.ts', 'path'],
    ['a test’s helper in the product', 'src/proofs/server/service.ts', './test-server.ts', 'path'],
    ['test support in the product', 'src/proofs/server/service.ts', '#tests/support/app.ts', 'path'],
  ])('%s', (_, path, specifier, rule) => {
    expect(brokenRules(path, [specifier]).map((broken) => broken.split(':')[0])).toContain(rule);
  });

  test.each(['utils.ts', 'helpers.ts', 'common.ts', 'misc.ts', 'types.ts', 'index.ts', 'index.tsx'])(
    'a file named %s',
    (name) => {
      expect(brokenRules(`src/proofs/web/${name}`, [])).toEqual(['name']);
    },
  );
});

test('reads every form of import, but not strings and comments', () => {
  const source = `
    import type { A } from '#kernel/a.ts';
    import './b.css';
    import c, { type D } from './c.ts';
    export { e } from './e.ts';
    export * from './f.ts';
    const lazy = () => import('./g.ts');
    // import x from './comment.ts'
    const text = "import y from './text.ts'";
  `;
  expect(importsIn('src/proofs/web/proof-card.tsx', source).toSorted()).toEqual(
    ['#kernel/a.ts', './b.css', './c.ts', './e.ts', './f.ts', './g.ts'].toSorted(),
  );
  expect(() => importsIn('src/proofs/web/broken.ts', 'const =')).toThrow('does not parse');
});
