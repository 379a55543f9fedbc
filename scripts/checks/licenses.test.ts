import { expect, test } from 'vitest';
import { checkLicense, isPermissive } from './licenses.ts';

test.each([
  ['MIT', true],
  ['GPL-3.0-only', false],
  ['(MIT OR GPL-3.0-only)', true],
  ['MIT AND GPL-3.0-only', false],
  ['MIT AND (GPL-3.0-only OR ISC)', true],
  ['GPL-2.0-only AND MIT OR ISC', true],
  ['ISC OR MIT AND GPL-2.0-only', true],
  ['(ISC OR MIT) AND GPL-2.0-only', false],
  ['GPL-2.0-only WITH Classpath-exception-2.0', false],
  ['MIT ISC', false],
  ['(MIT', false],
  ['', false],
])('%s: %s', (expression, expected) => {
  expect(isPermissive(expression)).toBe(expected);
});

const component = (name: string, id?: string) => ({
  name,
  version: '1.0.0',
  ...(id !== undefined && { licenses: [{ license: { id } }] }),
});

test('refuses a package without a license', () => {
  expect(checkLicense(component('lodash'))).toEqual({ license: 'no SPDX license', isAllowed: false });
});

test('needs every license that a package lists', () => {
  const licenses = [{ license: { id: 'MIT' } }, { expression: 'GPL-3.0-only OR AGPL-3.0-only' }];
  expect(checkLicense({ ...component('both'), licenses })).toMatchObject({ isAllowed: false });
});

test('an exception covers its packages under its license only', () => {
  expect(checkLicense(component('lightningcss-linux-x64-gnu', 'MPL-2.0'))).toMatchObject({
    isAllowed: true,
    reason: expect.stringContaining('build only'),
  });
  expect(checkLicense(component('lightningcss', 'GPL-3.0-only'))).toMatchObject({ isAllowed: false });
  expect(checkLicense(component('axe-core-fork', 'MPL-2.0'))).toMatchObject({ isAllowed: false });
});
