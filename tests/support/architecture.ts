/** The domain order and boundaries of docs/architecture.md that lint does not check. */
import { posix } from 'node:path';
import { parseSync } from 'vite';
import { dependencies, devDependencies } from '../../package.json';
import { dependencies as simulatorDependencies } from '../../packages/wallet-simulator/package.json';

/** A domain imports only earlier ones. */
const domainOrder = (
  'kernel platform auth uploads profiles teams kyc payments campaigns applications tracking proofs disputes ' +
  'messages ratings reports notifications webhooks admin main'
).split(' ');
const simulator = '@promenade/wallet-simulator';
/** The simulator's own sources. They import only each other and the dependencies of their package. */
const simulatorFolder = 'packages/wallet-simulator/src/';

type Zone = 'kernel' | 'contract' | 'server' | 'web';

const reachableZones: Record<Zone, readonly Zone[]> = {
  kernel: ['kernel'],
  contract: ['kernel', 'contract'],
  server: ['kernel', 'contract', 'server'],
  web: ['kernel', 'contract', 'web'],
};

/** The build bundles the browser's packages. An installed product only needs those of the server. */
const packagesByZone: Record<Zone, readonly string[]> = {
  // The outlines of the time zones: the server names a place's zone, and the campaign form takes times in it.
  kernel: ['zod', '@photostructure/tz-lookup', 'intl-messageformat'],
  contract: ['zod'],
  server: Object.keys(dependencies),
  web: ['zod', 'isbot', ...Object.keys(devDependencies).map((name) => name.replace('@types/', ''))],
};

const vagueName = /^(?:utils?|helpers?|common|misc|types|index)\.tsx?$/;
/** Tests and their helper files, which may import more than the product. */
const testFile = /\.test\.tsx?$|(?:^|\/)test-[a-z-]+\.tsx?$|-test\.tsx?$/;

interface Place {
  path: string;
  domain: string;
  zone: Zone;
  /** The path below the domain's folder: `server/store.ts`. */
  inside: string;
  isTest: boolean;
  isRules: boolean;
}

function parsePath(path: string): Place {
  const [, domain = '', ...rest] = path.split('/');
  const inside = rest.join('/');
  const isTest = testFile.test(path);
  const isRules = !isTest && /(?:^|[/-])rules\.ts$/.test(inside);
  return { path, domain, zone: findZone(domain, inside), inside, isTest, isRules };
}

function findZone(domain: string, inside: string): Zone {
  if (domain === 'kernel') return 'kernel';
  if (inside === 'texts.es.json') return 'contract';
  if (/^(?:server|seed)\//.test(inside)) return 'server';
  if (domain === 'main' && /^(?:domains|[a-z-]+-contract)\.ts$/.test(inside)) return 'contract';
  if (domain === 'main') return /^[^/]+\.ts$/.test(inside) && inside !== 'routes.ts' ? 'server' : 'web';
  return inside.startsWith('web/') ? 'web' : 'contract';
}

const findPosition = (domain: string) => domainOrder.indexOf(domain);

/** Each returns true if an import of one of our files follows the rule. */
const rules: Record<string, (from: Place, to: Place, specifier: string) => boolean> = {
  path: (from, to, specifier) =>
    (from.isTest || !to.isTest) &&
    // The # imports cannot name a style sheet by URL (?url).
    (to.domain === from.domain || specifier.startsWith('#') || to.path.endsWith('.css')),
  zone: (from, to) =>
    (from.isTest && from.zone === 'contract') || reachableZones[from.zone].includes(to.zone),
  order: (from, to) => from.isTest || findPosition(to.domain) <= findPosition(from.domain),
  pure: (from, to) =>
    !from.isRules ||
    to.domain === 'kernel' ||
    (to.domain === from.domain && (to.zone === 'contract' || to.isRules)),
  private: (from, to) => [from.domain, 'kernel'].includes(to.domain) || isPublic(from, to),
};

/** Returns true if other domains may import this file. */
function isPublic(from: Place, to: Place): boolean {
  if (/^(?:domain|(?:[a-z-]+-)?contract)\.ts$/.test(to.inside) || to.domain === 'platform') return true;
  // Tests look up the text of any refusal.
  if (to.inside === 'domains.ts') return from.isTest;
  // One file of main combines the catalogues of all domains.
  if (/^(?:server\/)?texts\.es\.json$/.test(to.inside)) return from.domain === 'main';
  if (to.inside === 'sample.ts') return from.isTest || from.domain === 'main';
  if (to.zone === 'web') return from.domain === 'main' || !to.inside.endsWith('-page.tsx');
  if (to.zone !== 'server') return false;
  if (from.domain === 'main') return !/(?:^|[/-])(?:store|rules)\.ts$/.test(to.inside);
  return /^server\/(?:[a-z-]+\/)*(?:[a-z-]+-)?(?:service|tables|events|ports)\.ts$/.test(to.inside);
}

/** Returns the names of the rules that the file's path or one of its imports breaks. */
export function brokenRules(path: string, imports: readonly string[]): string[] {
  if (path.startsWith(simulatorFolder)) return brokenInSimulator(path, imports);
  const from = parsePath(path);
  return [
    ...(findPosition(from.domain) < 0 ? ['order'] : []),
    ...(vagueName.test(posix.basename(path)) ? ['name'] : []),
    ...imports.flatMap((specifier) => brokenByImport(from, specifier).map((rule) => `${rule}: ${specifier}`)),
  ];
}

function brokenInSimulator(path: string, imports: readonly string[]): string[] {
  if (testFile.test(path)) return [];
  const isAllowed = (specifier: string) =>
    specifier.startsWith('.')
      ? posix.join(posix.dirname(path), specifier).startsWith(simulatorFolder)
      : specifier.startsWith('node:') || specifier in simulatorDependencies;
  return imports.filter((specifier) => !isAllowed(specifier)).map((specifier) => `simulator: ${specifier}`);
}

function brokenByImport(from: Place, specifier: string): string[] {
  const bare = specifier.replace(/\?.*$/, '');
  if (!/^[#.]/.test(bare)) return brokenByPackage(from, bare);
  const target = bare.startsWith('#')
    ? bare.replace(/^#(?!tests\/)/, 'src/').replace('#', '')
    : posix.join(posix.dirname(from.path), bare);
  // React Router generates the types of a page.
  if (target.includes('/+types/')) return [];
  if (!target.startsWith('src/')) return from.isTest ? [] : ['path'];
  const to = parsePath(target);
  return Object.keys(rules).filter((name) => !rules[name]?.(from, to, specifier));
}

function brokenByPackage(from: Place, specifier: string): string[] {
  if (from.isTest || specifier.startsWith('virtual:')) return [];
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '';
  const isAllowed = name.startsWith('node:')
    ? from.zone === 'server'
    : packagesByZone[from.zone].includes(name);
  return [
    ...(name === simulator && from.domain !== 'main' ? ['simulator'] : []),
    ...(isAllowed ? [] : ['package']),
    ...(from.isRules ? ['pure'] : []),
  ];
}

/**
 * Returns every module that a source imports. Throws if the source does not parse. Lint refuses imports inside of
 * types.
 */
export function importsIn(path: string, source: string): string[] {
  const { module, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`);
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest)),
    ...module.dynamicImports.map(({ moduleRequest }) => moduleRequest),
  ];
  return requests.flatMap((request) => {
    const written = request ? source.slice(request.start, request.end) : '';
    return /^['"](.*)['"]$/.exec(written)?.[1] ?? [];
  });
}
