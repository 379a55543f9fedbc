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
  const cycles = listCycles(join(folder, 'assets')).map((message) => ({
    place: 'vite.config.ts',
    name: 'files of the client that import each other',
    message,
  }));
  return [...heavy, ...unstyled, ...cycles];
}

/** What a page loads later, such as a map or a dialog, does not count. */
export function weighPages(folder: string): Weight[] {
  const measured = new Map<string, { size: number; hasSchemas: boolean }>();
  const measure = (file: string) => {
    const known = measured.get(file);
    if (known !== undefined) return known;
    const content = readFileSync(join(folder, file));
    const size = gzipSync(content, { level: 9 }).length / 1000;
    const found = { size, hasSchemas: /\b_zod\b/.test(content.toString()) };
    measured.set(file, found);
    return found;
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
    const files = Array.from(new Set([...linked, ...names].map((name) => name.replace('#', ''))), measure);
    return {
      path: route.path ?? '',
      size: files.reduce((sum, { size }) => sum + size, 0),
      files: files.length,
      hasSchemas: files.some(({ hasSchemas }) => hasSchemas),
    };
  });
}

/** A file in such a cycle may run before what it imports, and finds it undefined. */
function listCycles(assets: string): string[] {
  const names = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const importsOf = new Map(
    names.map((name) => {
      const found = readFileSync(join(assets, name), 'utf8').matchAll(/\b(?:from|import)"\.\/([^"]+)"/g);
      return [name, Array.from(found, ([, file = '']) => file)];
    }),
  );
  if (![...importsOf.values()].some(({ length }) => length > 0)) {
    throw new Error('the files of the client import each other in another way');
  }
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]) => {
    if (path.includes(name)) cycles.push([...path.slice(path.indexOf(name)), name].join(' → '));
    if (path.includes(name) || done.has(name)) return;
    for (const file of importsOf.get(name) ?? []) visit(file, [...path, name]);
    done.add(name);
  };
  for (const name of names) visit(name, []);
  return cycles;
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
