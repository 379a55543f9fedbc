import { loadLanguages } from '#auth/server/service.ts';
import { DEFAULT_LANGUAGE, speak } from '#kernel/language.ts';
import { type Message, t } from '#kernel/text.ts';
import type { Reader } from '#platform/server/db/open-database.ts';

/** A text for a recipient whose language is not known yet. A function if it needs `t` or formats a time. */
export type Text = Message | (() => string);

/** A value of a text: a user's words, or words of ours where the user gave none. */
export type NameOrMessage = string | Message;

/** Returns the text in the language of the current reader. */
export function makeText(text: Text): string {
  return typeof text === 'function' ? text() : t(text);
}

/** Joins whole sentences. */
export function joinTexts(...sentences: Text[]): Text {
  return () => sentences.map(makeText).join(' ');
}

/**
 * Makes texts in the language of a recipient, who may read another one than the user whose request causes them.
 * Every notification is written here, and the emails about it in `delivery-mail.ts`.
 */
export async function writeFor<Texts>(
  reader: Reader,
  recipientId: string,
  makeTexts: () => Texts,
): Promise<Texts> {
  const language = (await loadLanguages(reader, [recipientId])).get(recipientId) ?? DEFAULT_LANGUAGE;
  return speak(language, makeTexts);
}
