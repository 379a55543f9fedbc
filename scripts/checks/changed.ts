/**
 * Finds the tests for `npm run test:changed`: those close to the changed files. Only the whole suite proves
 * anything.
 */
import { dirname, relative, resolve } from 'node:path';

const isTest = (file: string) => /\.test\.tsx?$/.test(file);

/**
 * Returns the test files, out of `tests`, that are affected by `changed`: those that changed, are in the
 * folder of a changed file, or import a changed file directly. All paths are relative to the project's
 * folder.
 * Tests that reach a change only through the whole product are left to `npm test`, because nearly every
 * use-case test would be one.
 */
export function affectedTests(
  changed: readonly string[],
  tests: readonly string[],
  readFile: (path: string) => string,
): string[] {
  const direct = new Set(changed);
  const folders = new Set(
    changed.filter((file) => /^(?:src|packages)\//.test(file)).map((file) => dirname(file)),
  );
  return tests.filter(
    (test) =>
      isTest(test) &&
      (direct.has(test) ||
        folders.has(dirname(test)) ||
        findImports(test, readFile(test)).some((imported) => direct.has(imported))),
  );
}

function findImports(file: string, source: string): string[] {
  return Array.from(source.matchAll(/from '([.#][^']+)'/g), ([, specifier = '']) =>
    specifier.startsWith('#')
      ? specifier.replace(/^#(?!tests\/)/, 'src/').replace('#', '')
      : relative('.', resolve(dirname(file), specifier)),
  );
}
