import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findViolations, type SourceModule } from './support/architecture.ts';
import { readModule, readSourceModules } from './support/source-modules.ts';

test('the sources keep the order of domains and their boundaries', () => {
  const modules = readSourceModules(resolve(import.meta.dirname, '..'), 'src');
  expect(modules.length).toBeGreaterThan(0);
  const broken = findViolations(modules).map(({ path, rule, detail }) => `${path} [${rule}] ${detail}`);
  expect(broken).toEqual([]);
});

/** The rules that a file breaks that stands where `path` says and imports what is listed. */
function rulesBroken(path: string, imports: string[], more: Partial<SourceModule> = {}): string[] {
  return [...new Set(findViolations([{ path, imports, ...more }]).map((violation) => violation.rule))];
}

describe('what is allowed', () => {
  test.each([
    ['src/campaigns/server/service.ts', '#payments/server/service.ts'],
    ['src/notifications/server/module.ts', '#proofs/server/events.ts'],
    ['src/campaigns/server/tables.ts', '#auth/server/tables.ts'],
    ['src/campaigns/server/service.ts', './store.ts'],
    ['src/campaigns/server/store.ts', '../contract.ts'],
    ['src/campaigns/server/service.ts', '#platform/server/outbox/outbox.ts'],
    ['src/campaigns/server/rules.ts', '../contract.ts'],
    ['src/campaigns/server/rules.ts', '#kernel/money.ts'],
    ['src/campaigns/server/rules.ts', './price-rules.ts'],
    ['src/campaigns/contract.ts', '#auth/contract.ts'],
    ['src/campaigns/contract.ts', 'zod'],
    ['src/campaigns/web/campaign-card.tsx', '#auth/web/role-badge.tsx'],
    ['src/campaigns/web/campaign-card.tsx', '@mantine/core'],
    ['src/campaigns/web/campaign-page.tsx', './+types/campaign-page'],
    ['src/campaigns/web/campaign-card.tsx', './campaign-card.module.css'],
    ['src/campaigns/server/store.ts', 'drizzle-orm/pg-core'],
    ['src/campaigns/server/store.ts', 'node:crypto'],
    ['src/campaigns/server/routes.test.ts', '../../../tests/support/app.ts'],
    ['src/platform/web/screen-test.tsx', '@testing-library/react'],
    ['src/uploads/server/test-server.ts', '../../../tests/support/database.ts'],
    ['src/main/app.ts', '#campaigns/server/routes.ts'],
    ['src/main/app.ts', '#wallet-simulator/app.ts'],
    ['src/main/pages.tsx', '#campaigns/web/campaign-page.tsx'],
    ['src/main/routes.ts', '@react-router/dev/routes'],
    ['src/wallet-simulator/app.ts', 'fastify'],
  ])('%s may import %s', (path, specifier) => {
    expect(rulesBroken(path, [specifier])).toEqual([]);
  });
});

describe('what is refused', () => {
  test.each([
    ['a later domain', 'src/payments/server/service.ts', '#campaigns/server/service.ts', 'order'],
    ['a later contract', 'src/auth/contract.ts', '#campaigns/contract.ts', 'order'],
    ['a later component', 'src/auth/web/sign-in.tsx', '#campaigns/web/campaign-card.tsx', 'order'],
    ['platform knowing a domain', 'src/platform/server/http.ts', '#auth/server/service.ts', 'order'],
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
    ['the simulator in a domain', 'src/payments/server/service.ts', '#wallet-simulator/app.ts', 'simulator'],
    ['a domain in the simulator', 'src/wallet-simulator/app.ts', '#payments/contract.ts', 'simulator'],
    ['a relative way out', 'src/proofs/server/service.ts', '../../campaigns/contract.ts', 'path'],
    ['a test’s helper in the product', 'src/proofs/server/service.ts', './test-server.ts', 'path'],
    ['test support in the product', 'src/proofs/server/service.ts', '../../../tests/support/app.ts', 'path'],
  ])('%s', (_, path, specifier, rule) => {
    expect(rulesBroken(path, [specifier])).toContain(rule);
  });

  test.each(['utils.ts', 'helpers.ts', 'common.ts', 'misc.ts', 'types.ts', 'index.ts', 'index.tsx'])(
    'a file named %s',
    (name) => {
      expect(rulesBroken(`src/proofs/web/${name}`, [])).toEqual(['name']);
    },
  );

  test('a file of more than 300 lines, unless it is a test', () => {
    expect(rulesBroken('src/proofs/server/service.ts', [], { lineCount: 301 })).toEqual(['length']);
    expect(rulesBroken('src/proofs/server/service.ts', [], { lineCount: 300 })).toEqual([]);
    expect(rulesBroken('src/proofs/server/routes.test.ts', [], { lineCount: 301 })).toEqual([]);
  });

  test('a browser file that asks the server by itself', () => {
    expect(rulesBroken('src/proofs/web/use-proofs.ts', [], { usesFetch: true })).toEqual(['fetch']);
    expect(rulesBroken('src/platform/web/call.ts', [], { usesFetch: true })).toEqual([]);
    expect(rulesBroken('src/payments/server/provider/paypal.ts', [], { usesFetch: true })).toEqual([]);
  });

  test('an import cycle, named once', () => {
    const cycle = findViolations([
      { path: 'src/proofs/server/service.ts', imports: ['./store.ts'] },
      { path: 'src/proofs/server/store.ts', imports: ['./rows.ts'] },
      { path: 'src/proofs/server/rows.ts', imports: ['#proofs/server/service.ts'] },
    ]);
    expect(cycle).toHaveLength(1);
    expect(cycle[0]).toMatchObject({ rule: 'cycle', path: 'src/proofs/server/service.ts' });
  });
});

test('every form of import is read, and nothing out of texts and comments', () => {
  const source = `
    import type { A } from '#kernel/a.ts';
    import './b.css';
    import c, { type D } from './c.ts';
    export { e } from './e.ts';
    export * from './f.ts';
    const lazy = () => import('./g.ts');
    type H = import('./h.ts').H;
    // import x from './comment.ts'
    const text = "import y from './text.ts'; fetch('/api')";
  `;
  const module = readModule('src/proofs/web/proof-card.tsx', source);
  expect(module.imports.toSorted()).toEqual(
    ['#kernel/a.ts', './b.css', './c.ts', './e.ts', './f.ts', './g.ts', './h.ts'].toSorted(),
  );
  expect(module.usesFetch).toBe(false);
  expect(readModule('src/proofs/web/use-proofs.ts', "void globalThis.fetch('/api');").usesFetch).toBe(true);
  expect(() => readModule('src/proofs/web/broken.ts', 'const =')).toThrow('does not parse');
});
