// npm run texts: adds new texts to the catalogues, without a translation, and removes those that no code has. With
// folders or files, it lists what nothing translates there: npm run texts -- src/ratings
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { sortIntoCatalogues } from './checks/texts/catalogues.ts';
import { readCatalogue, readTexts } from './checks/texts/read-texts.ts';

const list = (...args: string[]) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...args], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => existsSync(path));
const folders = process.argv.slice(2);
const { declared, untranslated } = readTexts(list('src'));
const catalogues = sortIntoCatalogues(declared);
for (const path of list('src/**/texts.es.json')) if (!catalogues.has(path)) catalogues.set(path, new Map());

let missing = 0;
for (const [path, texts] of catalogues) {
  const known = readCatalogue(path);
  const keys = [...texts.keys()].toSorted();
  missing += keys.filter((key) => !known[key]).length;
  const next = Object.fromEntries(keys.map((key) => [key, known[key] ?? '']));
  writeFileSync(path, `${JSON.stringify(next, null, 2)}\n`);
}
for (const { path, line, text } of untranslated) {
  if (folders.some((folder) => path.startsWith(folder))) console.log(`${path}:${line}  ${text}`);
}
console.log(`${missing} texts have no translation. ${untranslated.length} strings look like texts.`);
