/** Returns a user's text without its final period, so that it can end a sentence. */
export function removeFinalPeriod(text: string): string {
  return text.replace(/[.\s]+$/, '');
}
