import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { actionFamilies, isKnownAction } from '../src/admin/web/audit-words.ts';

const source = resolve(import.meta.dirname, '../src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\/server\/.*\.ts$/.test(path) && !/\.test\.ts$|-for-tests\.ts$/.test(path),
);

/** The action of every audit entry that the sources write in full. */
const written = new Set(
  files.flatMap((path) => {
    const text = readFileSync(join(source, path), 'utf8');
    if (!text.includes("from '#platform/server/audit.ts'")) return [];
    return Array.from(text.matchAll(/(?<=[:?,=] )'([a-z-]+\.[a-z-]+)'/g), ([, action = '']) => action);
  }),
);

it('every action that is audited has its words on the screen, and a family to find it by', () => {
  expect(written.size).toBeGreaterThan(20);
  for (const action of ['account.signed-in', 'account.suspended', 'consent.withdrawn', 'payout.sent']) {
    expect(written, action).toContain(action);
  }
  expect([...written].filter((action) => !isKnownAction(action))).toEqual([]);
  const families = new Set(actionFamilies.map(({ value }) => value));
  expect([...written].filter((action) => !families.has(action.split('.')[0] ?? ''))).toEqual([]);
});
