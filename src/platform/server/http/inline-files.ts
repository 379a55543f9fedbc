import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Saves the browser a round trip before it draws. Keeps the link to a file that is not in the folder. */
export async function inlineFiles(html: string, folder: string): Promise<string> {
  const files = new Map<string, string>();
  for (const [, address = ''] of html.matchAll(/ (?:href|src)="(\/[^"]+\.(?:css|js)#?)"/g)) {
    const text = await readFile(join(folder, address.replace(/#$/, '')), 'utf8').catch(() => undefined);
    // The closing tag would end the element.
    if (text !== undefined && !/<\/(?:style|script)/i.test(text)) files.set(address, text.trim());
  }
  const inline = (element: 'style' | 'script') => (link: string, address: string) => {
    const text = files.get(address);
    return text === undefined ? link : `<${element}>${text}</${element}>`;
  };
  return html
    .replaceAll(/<link rel="stylesheet" href="([^"]+)"\/>/g, inline('style'))
    .replaceAll(/<script src="([^"]+)"><\/script>/g, inline('script'));
}
