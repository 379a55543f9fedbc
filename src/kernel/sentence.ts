/** So that a user's text can end a sentence. */
export function removeFinalPeriod(text: string): string {
  return text.replace(/[.\s]+$/, '');
}
