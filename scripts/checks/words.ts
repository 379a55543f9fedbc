import type { Failure } from './count.ts';

export interface TextFile {
  path: string;
  text: string;
}

const avoided = new Set(['somebody', 'nobody', 'whoever', 'anew', 'everybody', 'deed', 'deeds']);
/** A name in camelCase or snake_case has several. */
const words = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g;
const exemptFiles = new Set([
  'tests/support/databases/postgres.ts',
  'scripts/checks/words.ts',
  'scripts/checks/words.test.ts',
]);

const functionNamedOf =
  /\bfunction\s+(\w+Of)\b|\b(?:const|let)\s+(\w+Of)\s*=\s*(?:async\s*)?(?:<[^>]*>\s*)?(?:\([^)]*\)[^=;{]*=>|\w+\s*=>)/g;

/** An exported function whose name begins with a verb that the glossary replaces. */
const functionWithAvoidedVerb =
  /\bexport\s+(?:async\s+)?(?:function|const)\s+((?:judge|forget|ensure|put)(?![a-z])\w*)/g;

const LONGEST_SUBJECT = 72;

export function checkWords(files: readonly TextFile[], subjects: readonly string[]): Failure[] {
  return [...files.flatMap(checkFile), ...subjects.flatMap(checkSubject)];
}

function checkFile({ path, text }: TextFile): Failure[] {
  if (exemptFiles.has(path)) return [];
  const failureAt = (index: number, message: string) =>
    toFailure(`${path}:${text.slice(0, index).split('\n').length}`, message);
  return [
    ...(/-words\.tsx?$/.test(path) ? [toFailure(path, 'name the file after what it holds')] : []),
    ...[...text.matchAll(words)]
      .filter(([word]) => avoided.has(word.toLowerCase()))
      .map(({ index, 0: word }) => failureAt(index, `avoid '${word}'`)),
    ...Array.from(text.matchAll(functionNamedOf), ({ index, 1: declared, 2: assigned }) =>
      failureAt(index, `begin the name of '${declared ?? assigned}' with a verb`),
    ),
    ...Array.from(text.matchAll(functionWithAvoidedVerb), ({ index, 1: name }) =>
      failureAt(index, `begin the name of '${name}' with a verb of the glossary`),
    ),
  ];
}

function checkSubject(subject: string): Failure[] {
  if (subject.length <= LONGEST_SUBJECT) return [];
  return [toFailure('a commit', `the subject is longer than ${LONGEST_SUBJECT} characters: ${subject}`)];
}

const toFailure = (place: string, message: string): Failure => ({ place, name: 'plain English', message });
