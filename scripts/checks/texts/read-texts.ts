/** Reads the texts of the product's code, and the catalogues of their translations. */
import { existsSync, readFileSync } from 'node:fs';
import type { Catalogue } from '#kernel/text.ts';
import { collectTexts, type DeclaredText } from './collect-texts.ts';
import { findUntranslated, type UntranslatedText } from './find-untranslated.ts';

/** Code that shows no text to users, with the reason. */
const exempt: Readonly<Record<string, string>> = {
  'src/main/seed/': 'the demo world is written by its people',
  'src/main/demo/': 'so are the samples of the demo dashboards',
};

/** Domains whose texts are not wrapped yet. */
export const unfinished: readonly string[] = ['src/'];

const isTest = (path: string) => /\.test\.tsx?$|-test\.tsx$|\/sample\.ts$|-for-tests\.ts$/.test(path);

export interface TextsOfCode {
  declared: DeclaredText[];
  untranslated: UntranslatedText[];
}

/** @param paths of every file of the project */
export function readTexts(paths: readonly string[]): TextsOfCode {
  const files = paths
    .filter((path) => /^src\/.*\.tsx?$/.test(path) && !isTest(path))
    .map((path) => ({ path, source: readFileSync(path, 'utf8') }));
  return {
    declared: files.flatMap(({ path, source }) => collectTexts(path, source)),
    untranslated: files
      .filter(({ path }) => !Object.keys(exempt).some((prefix) => path.startsWith(prefix)))
      .flatMap(({ path, source }) => findUntranslated(path, source)),
  };
}

export function readCatalogue(path: string): Catalogue {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Catalogue) : {};
}
