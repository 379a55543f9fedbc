import { z } from 'zod';

export const languages = ['en', 'es'] as const;
export const Language = z.enum(languages);
export type Language = z.infer<typeof Language>;

export function isLanguage(text: unknown): text is Language {
  return languages.some((language) => language === text);
}

export const DEFAULT_LANGUAGE: Language = 'en';

/** Each name in its own language, so that a reader finds it from any other. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

/** Both are of the United States, because amounts are in dollars. */
const locales: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' };

let readLanguage: () => Language = () => DEFAULT_LANGUAGE;
/** The reader of a text that is being made for another user, such as an email. */
let addressee: Language | null = null;

/** The browser has one reader, the server another for each request. Call it once at the start. */
export function followReader(read: () => Language): void {
  readLanguage = read;
}

export function getLanguage(): Language {
  return addressee ?? readLanguage();
}

/**
 * Makes texts for a user who may read another language than the one whose request causes them. `makeTexts` must not
 * be asynchronous.
 */
export function speak<Texts>(language: Language, makeTexts: () => Texts): Texts {
  const previous = addressee;
  addressee = language;
  try {
    return makeTexts();
  } finally {
    addressee = previous;
  }
}

export function getLocale(): string {
  return locales[getLanguage()];
}

/** Returns null if no accepted language has texts. Ignores weights of zero. */
export function chooseLanguage(accepted: string | undefined): Language | null {
  if (!accepted) return null;
  const wishes = accepted.split(',').map((wish) => {
    const [tag = '', weight = 'q=1'] = wish.split(';').map((part) => part.trim());
    return { tag: tag.toLowerCase().split('-', 1)[0], weight: Number(weight.replace(/^q=/, '')) || 0 };
  });
  const known = wishes
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
  return known.find(isLanguage) ?? null;
}
