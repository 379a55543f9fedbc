import { msg } from '#kernel/text.ts';

/** What a browser shows before the app has loaded: always, and without JavaScript. */
export const splashTexts = [
  msg('Loading Promenade...'),
  msg('Promenade needs JavaScript. Please turn it on and reload the page.'),
] as const;
