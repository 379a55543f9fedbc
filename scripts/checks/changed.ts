import { dirname, relative, resolve } from 'node:path';

const isTest = (file: string) => /\.test\.tsx?$/.test(file);

/**
 * Returns tests that changed, are in the folder of a changed file, or import a changed file directly. Others are left
 * to `npm test`, because nearly every use-case test reaches every change. Paths are relative to the project.
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
