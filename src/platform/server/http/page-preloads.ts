import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** The part of React Router's build manifest that names the files of each page. */
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

/** The path of the page that says that an address does not exist. */
export const UNKNOWN_PAGE = '*';

/**
 * Returns, by path, the links that load a page's files together with the app. Without them, the browser learns their
 * names only after the app has started. Returns no links if the folder has no manifest, as in tests.
 */
export async function readPagePreloads(folder: string, appHtml: string): Promise<Map<string, string>> {
  const assets = join(folder, 'assets');
  const names = await readdir(assets).catch(() => []);
  const name = names.find((name) => /^manifest-.*\.js$/.test(name));
  const preloads = new Map<string, string>();
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
    preloads.set(
      route.path,
      [
        ...Array.from(styles, (file) => `<link rel="preload" as="style" href="${file}"/>`),
        ...Array.from(scripts, (file) => `<link rel="modulepreload" href="${file}"/>`),
      ].join(''),
    );
  }
  return preloads;
}
