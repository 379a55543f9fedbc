import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const Manifest = z.object({
  routes: z.record(
    z.string(),
    z.object({
      id: z.string(),
      parentId: z.string().optional(),
      path: z.string().optional(),
      module: z.string(),
      imports: z.array(z.string()).default([]),
      css: z.array(z.string()).default([]),
    }),
  ),
});

export const UNKNOWN_PAGE = '*';

export interface Preloads {
  styles: string;
  scripts: string;
}

/**
 * The server puts the preloads after the styles: the browser asks for files in this order, and only the styles delay
 * its first text.
 */
export function takePreloads(html: string): { html: string; scripts: string } {
  const links = /<link rel="(?:modulepreload"|preload"[^>]* as="font")[^>]*\/>/g;
  return {
    html: html.replaceAll(links, ''),
    scripts: Array.from(html.matchAll(links), ([link]) => link).join(''),
  };
}

/**
 * Links to a page's files, by path. Without them, the browser learns the files' names only after the app has started.
 * Empty if the folder has no manifest, as in tests.
 */
export async function readPagePreloads(folder: string, appHtml: string): Promise<Map<string, Preloads>> {
  const assets = join(folder, 'assets');
  const names = await readdir(assets).catch(() => []);
  const name = names.find((name) => /^manifest-.*\.js$/.test(name));
  const preloads = new Map<string, Preloads>();
  if (name === undefined) return preloads;
  const source = await readFile(join(assets, name), 'utf8');
  const { routes } = Manifest.parse(JSON.parse(source.replace(/^[^{]*/, '').replace(/;?\s*$/, '')));
  for (const route of Object.values(routes)) {
    if (route.path === undefined) continue;
    const chain = [route];
    for (let parent = routes[route.parentId ?? '']; parent; parent = routes[parent.parentId ?? ''])
      chain.unshift(parent);
    const isNew = (file: string) => !appHtml.includes(`"${file}"`);
    const styles = new Set(chain.flatMap(({ css }) => css).filter(isNew));
    const scripts = new Set(chain.flatMap(({ module, imports }) => [module, ...imports]).filter(isNew));
    preloads.set(route.path, {
      styles: Array.from(styles, (file) => `<link rel="preload" as="style" href="${file}"/>`).join(''),
      scripts: Array.from(scripts, (file) => `<link rel="modulepreload" href="${file}"/>`).join(''),
    });
  }
  return preloads;
}
