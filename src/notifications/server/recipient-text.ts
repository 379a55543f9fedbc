import { loadLanguages } from '#auth/server/service.ts';
import { DEFAULT_LANGUAGE, speak } from '#kernel/language.ts';
import { type Message, t } from '#kernel/text.ts';
import type { Reader } from '#platform/server/db/open-database.ts';

/** Of a recipient whose language is not known yet. A function if it needs `t` or formats a time. */
export type Text = Message | (() => string);

/** A value of a text: a user's words, or words of ours where the user gave none. */
export type NameOrMessage = string | Message;

export function makeText(text: Text): string {
  return typeof text === 'function' ? text() : t(text);
}

export function joinTexts(...sentences: Text[]): Text {
  return () => sentences.map(makeText).join(' ');
}

/** The recipient may read another language than the user whose request causes the text. */
export async function writeFor<Texts>(
  reader: Reader,
  recipientId: string,
  makeTexts: () => Texts,
): Promise<Texts> {
  const language = (await loadLanguages(reader, [recipientId])).get(recipientId) ?? DEFAULT_LANGUAGE;
  return speak(language, makeTexts);
}
