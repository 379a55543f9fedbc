import { IntlMessageFormat } from 'intl-messageformat';
import { type Catalogue, toKey } from '#kernel/text.ts';
import type { DeclaredText } from './collect-texts.ts';

export type ExpectedTexts = ReadonlyMap<string, DeclaredText>;

/** What only the server says has its own catalogue, so that browsers do not load the texts of emails. */
export function sortIntoCatalogues(
  declared: readonly DeclaredText[],
): Map<string, Map<string, DeclaredText>> {
  const catalogues = new Map<string, Map<string, DeclaredText>>();
  const ofBrowsersFirst = declared.toSorted(
    (one, other) => Number(isOfServer(one.path)) - Number(isOfServer(other.path)),
  );
  for (const text of ofBrowsersFirst) {
    const domain = text.path.split('/').slice(0, 2).join('/');
    const key = toKey(text.text, text.context);
    if (catalogues.get(`${domain}/texts.es.json`)?.has(key)) continue;
    const path = isOfServer(text.path) ? `${domain}/server/texts.es.json` : `${domain}/texts.es.json`;
    const texts = catalogues.get(path) ?? new Map<string, DeclaredText>();
    if (!texts.has(key)) texts.set(key, text);
    catalogues.set(path, texts);
  }
  return catalogues;
}

const isOfServer = (path: string) => /^src\/[^/]+\/server\//.test(path);

export function checkCatalogue(expected: ExpectedTexts, catalogue: Catalogue): string[] {
  const unused = Object.keys(catalogue).filter((key) => !expected.has(key));
  return [
    ...unused.map((key) => `no code has the text “${key}”`),
    ...[...expected].flatMap(([key, { text, path, line }]) => {
      const translation = catalogue[key] ?? '';
      if (translation === '') return [`${path}:${line}: “${key}” has no translation`];
      const [wanted, found] = [listPlaceholders(text), listPlaceholders(translation)];
      return wanted.join() === found.join()
        ? []
        : [`“${translation}” has the placeholders [${found.join()}] and not [${wanted.join()}]`];
    }),
  ];
}

export function listMissingValues(declared: readonly DeclaredText[]): string[] {
  return declared.flatMap(({ text, values, path, line }) => {
    const missing = values === null ? [] : listPlaceholders(text).filter((name) => !values.includes(name));
    return missing.length > 0 ? [`${path}:${line}: “${text}” has no value for ${missing.join()}`] : [];
  });
}

/** `rich` takes tags and placeholders from one record. */
export function listSharedNames(declared: readonly DeclaredText[]): string[] {
  return declared.flatMap(({ text, path, line }) => {
    const shared = listPlaceholders(text, isTag).filter((name) =>
      listPlaceholders(text, (element) => !isTag(element)).includes(name),
    );
    return shared.length > 0 ? [`${path}:${line}: “${text}” has a tag and a value ${shared.join()}`] : [];
  });
}

/** Texts that differ only in their translation need a `context`. */
export function listDisagreements(catalogues: ReadonlyMap<string, Catalogue>): string[] {
  const known = new Map<string, string>();
  return [...catalogues].flatMap(([path, catalogue]) =>
    Object.entries(catalogue).flatMap(([key, text]) => {
      const other = known.get(key) ?? text;
      known.set(key, other);
      return other === text ? [] : [`${path}: “${key}” is “${text}” here and “${other}” elsewhere`];
    }),
  );
}

type Elements = ReturnType<IntlMessageFormat['getAst']>;
const isTag = (element: Elements[number]) => 'children' in element;

function listPlaceholders(
  text: string,
  isListed: (element: Elements[number]) => boolean = () => true,
): string[] {
  const names = new Set<string>();
  const visit = (elements: Elements) => {
    for (const element of elements) {
      if ('value' in element && element.type !== 0 && isListed(element)) names.add(element.value);
      if ('options' in element) for (const { value } of Object.values(element.options)) visit(value);
      if ('children' in element) visit(element.children);
    }
  };
  visit(new IntlMessageFormat(text, 'en').getAst());
  return [...names].toSorted();
}
