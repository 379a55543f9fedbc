import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Failure } from './count.ts';

interface Part {
  module: string;
  imports?: readonly string[];
  css?: readonly string[];
}

interface Manifest {
  entry: Part;
  routes: Readonly<Record<string, Part & { parentId?: string; path?: string }>>;
}

interface Weight {
  path: string;
  /** Kilobytes after compression. */
  size: number;
  files: number;
  /** True if the page loads zod. */
  hasSchemas: boolean;
}

/**
 * Three percent above what is reached. The aim is 170 kB for a first screen after sign-in, 240 kB for any other screen,
 * and 15 files.
 */
const limits = { firstScreen: 336, otherScreen: 442, files: 88 };
const firstScreens = ['marketer', 'advertiser', 'admin'];
/** Pages that may load zod, because they check a form or stored values. Others must not import a form's schema. */
const pagesWithSchemas: readonly string[] = [
  'admin',
  'auth/signin',
  'campaign/:id/payment',
  'change-user-type',
  'create-campaign',
  'kyc',
  'messages/:id?',
  'payment-history',
  'payments',
  'profile',
  'proofs/:id/tip',
  'shared-report',
  'team',
];

export function checkClient(folder: string): Failure[] {
  const heavy = weighPages(folder).flatMap(({ path, size, files, hasSchemas }) => {
    const limit = firstScreens.includes(path) ? limits.firstScreen : limits.otherScreen;
    const excess = [
      ...(size > limit ? [`${size.toFixed(0)} kB, at most ${limit}`] : []),
      ...(files > limits.files ? [`${files} files, at most ${limits.files}`] : []),
      ...(hasSchemas && !pagesWithSchemas.includes(path) ? ['loads zod'] : []),
    ];
    return excess.map((message) => ({ place: `/${path}`, name: 'weight of the page', message }));
  });
  const unstyled = listUnstyled(folder).map((name) => ({
    place: 'src/platform/web/ui/components.css',
    name: 'styles of the component library',
    message: `no styles for .${name}`,
  }));
  return [...heavy, ...unstyled];
}

/** What a page loads later, such as a map or a dialog, does not count. */
export function weighPages(folder: string): Weight[] {
  const sizes = new Map<string, number>();
  const measure = (file: string) => {
    const known = sizes.get(file);
    if (known !== undefined) return known;
    const size = gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / 1000;
    sizes.set(file, size);
    return size;
  };
  const { entry, routes } = readManifest(join(folder, 'assets'));
  const html = readFileSync(join(folder, '__spa-fallback.html'), 'utf8');
  const linked = Array.from(html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g), ([, file = '']) => file);
  return Object.values(routes).map((route) => {
    const parts: Part[] = [entry, route];
    for (let parent = routes[route.parentId ?? '']; parent; parent = routes[parent.parentId ?? '']) {
      parts.push(parent);
    }
    const names = parts.flatMap(({ module, imports = [], css = [] }) => [module, ...imports, ...css]);
    const files = new Set([...linked, ...names].map((name) => name.replace('#', '')));
    const size = Array.from(files, measure).reduce((sum, part) => sum + part, 0);
    const hasSchemas = [...files].some((file) => /\b_zod\b/.test(readFileSync(join(folder, file), 'utf8')));
    return { path: route.path ?? '', size, files: files.size, hasSchemas };
  });
}

function listUnstyled(folder: string): string[] {
  const assets = join(folder, 'assets');
  const listClasses = (ending: string) =>
    new Set(
      readdirSync(assets)
        .filter((name) => name.endsWith(ending))
        .flatMap((name) => readFileSync(join(assets, name), 'utf8').match(/\bm_[\da-f]{6,8}\b/g) ?? []),
    );
  const styled = listClasses('.css');
  if (styled.size === 0) throw new Error('the component library names its classes in another way');
  return [...listClasses('.js')].filter((name) => !styled.has(name));
}

function readManifest(assets: string): Manifest {
  const name = readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file));
  if (name === undefined) throw new Error(`no manifest in ${assets}`);
  const source = readFileSync(join(assets, name), 'utf8');
  return JSON.parse(source.replace(/^[^{]*/, '').replace(/;?\s*$/, ''));
}
