import { IntlMessageFormat } from 'intl-messageformat';
import { getLanguage, getLocale, type Language } from './language.ts';

/**
 * Texts are in English, in ICU MessageFormat (https://unicode-org.github.io/icu). Catalogues
 * (`texts.es.json`) map each to its translation. `npm run texts` adds new texts to them, and
 * `tests/texts.test.ts` finds texts without `t`, `msg`, `problem` or `rich`, and texts without a translation.
 */

/** `context` tells apart texts that are equal in English only. It is never shown. */
export type Values = Readonly<Record<string, string | number | Message>> & { readonly context?: string };

/** Translated when it is shown, by `t`. For constants, which exist before the reader is known. */
export interface Message {
  readonly text: string;
  readonly values: Values;
}

/** Any other `string` is refused, because its braces would be read as ICU. */
export type Written<Text extends string> = string extends Text ? never : Text;

export type Catalogue = Readonly<Record<string, string>>;

const catalogues = new Map<Language, Map<string, string>>();
const formats = new Map<string, IntlMessageFormat>();

export function addCatalogue(language: Language, texts: Catalogue): void {
  const known = catalogues.get(language) ?? new Map<string, string>();
  for (const [key, text] of Object.entries(texts)) if (text !== '') known.set(key, text);
  catalogues.set(language, known);
}

/**
 * In English if it has no translation. `t('{count, plural, one {# place} other {# places}} left', { count })`
 * is '3 places left'.
 */
export function t<Text extends string>(text: Written<Text> | Message, values?: Values): string {
  return typeof text === 'string' ? format(text, values) : format(text.text, text.values);
}

function format(text: string, values?: Values): string {
  const pattern = translate(text, values?.context);
  if (!pattern.includes('{')) return pattern;
  return endOnce(String(getFormat(pattern, true).format(resolve(values))));
}

/** A time in Spanish has its own stop, so '8:00 a.m..' becomes '8:00 a.m.'. */
const endOnce = (text: string) => text.replaceAll(/(\d\s[ap]\.\s?m\.)\.(?!\.)/gu, '$1');

/** Declares a text that `t` translates later. Inside a template, it is translated when the template is made. */
export function msg<Text extends string>(text: Written<Text>, values: Values = {}): Message {
  return new LaterText(text, values);
}

class LaterText implements Message {
  readonly text: string;
  readonly values: Values;

  constructor(text: string, values: Values) {
    this.text = text;
    this.values = values;
  }

  toString(): string {
    return t(this);
  }
}

/**
 * Returns a stored text. One of ours, which is stored in English, is in the reader's language. The words of a user stay
 * as they are.
 */
export function translateStored<Stored extends string | null>(
  stored: Stored,
  ours: readonly Message[],
): string | Stored {
  const known = ours.find(({ text }) => text === stored);
  return known ? t(known) : stored;
}

/** The error of a zod check: `z.string().min(1, problem('Enter a name'))`. */
export function problem<Text extends string>(text: Written<Text>, values?: Values): { error: () => string } {
  return { error: () => format(text, values) };
}

export type Tags<Node> = Readonly<Record<string, (words: (string | Node)[]) => Node>>;

/** The browser's `rich` makes one element of them. */
export function formatParts<Node>(text: string, values: Values, tags: Tags<Node>): (string | Node)[] {
  const pattern = translate(text, values.context);
  const parts = getFormat(pattern, false).format<Node>({ ...resolve(values), ...tags });
  return (Array.isArray(parts) ? parts : [parts]).map((part) =>
    typeof part === 'string' ? endOnce(part) : part,
  );
}

function resolve(values: Values = {}): Record<string, string | number> {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object' ? t(value) : value,
  ]);
  return Object.fromEntries(entries);
}

export function toKey(text: string, context: string | undefined): string {
  return context === undefined ? text : `${text}|${context}`;
}

function translate(text: string, context: string | undefined): string {
  return catalogues.get(getLanguage())?.get(toKey(text, context)) ?? text;
}

/** Parsing a text takes longer than formatting it, so each is parsed once. */
function getFormat(pattern: string, ignoreTag: boolean): IntlMessageFormat {
  const key = `${getLocale()}|${ignoreTag}|${pattern}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new IntlMessageFormat(pattern, getLocale(), undefined, { ignoreTag });
  formats.set(key, format);
  return format;
}
