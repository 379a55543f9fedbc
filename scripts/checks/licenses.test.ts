import { expect, test } from 'vitest';
import { checkLicense, isPermissive, listUnusedExceptions } from './licenses.ts';

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

const development = { name: 'cdx:npm:package:development', value: 'true' };

test('refuses a package without a license', () => {
  expect(checkLicense(component('lodash'))).toEqual({ license: 'no SPDX license', isAllowed: false });
});

test('needs every license that a package lists', () => {
  const licenses = [{ license: { id: 'MIT' } }, { expression: 'GPL-3.0-only OR AGPL-3.0-only' }];
  expect(checkLicense({ ...component('both'), licenses })).toMatchObject({ isAllowed: false });
});

test('an exception covers its packages under its license only', () => {
  const used = { ...component('lightningcss-linux-x64-gnu', 'MPL-2.0'), properties: [development] };
  expect(checkLicense(used)).toMatchObject({
    isAllowed: true,
    reason: expect.stringContaining('build only'),
  });
  expect(
    checkLicense({ ...component('lightningcss', 'GPL-3.0-only'), properties: [development] }),
  ).toMatchObject({ isAllowed: false });
  expect(checkLicense({ ...component('axe-core-fork', 'MPL-2.0'), properties: [development] })).toMatchObject(
    { isAllowed: false },
  );
});

test('an exception for tests or the build covers no package that the server needs', () => {
  expect(checkLicense(component('axe-core', 'MPL-2.0'))).toMatchObject({ isAllowed: false });
});

test('lists exceptions that cover no package', () => {
  const unused = listUnusedExceptions([component('png-js'), component('zipcodes', 'GPL-3.0-only')]);
  expect(unused).toEqual(expect.arrayContaining(['axe-core', 'zipcodes']));
  expect(unused).not.toContain('png-js');
  expect(unused).not.toContain('lightningcss*');
});
