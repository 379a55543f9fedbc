import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';
import { trimContracts } from './scripts/setup/trim-contracts.ts';

/** Where `npm run dev` of the server listens; only the development server of Vite asks it. */
const serverAddress = 'http://localhost:3000';

const library =
  /node_modules\/(@mantine|@floating-ui|react-remove-scroll|react-transition-group|use-callback-ref|use-sidecar|react-style-singleton|clsx)/;

/**
 * Default splitting makes over a hundred small files per page; each costs a round trip on a phone. A group also takes
 * what its files import, unless a group of higher priority has it.
 */
const chunks = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//, priority: 30 },
  // What checks forms. Without their dependencies, which every page needs.
  {
    name: (id: string) => `${/src\/(\w+)\/[\w-]+-contract/.exec(id)?.[1] ?? ''}schemas`,
    test: /node_modules\/zod\/|src\/(kernel\/(id|form-schemas|standard-font|countries\/(countries|vat-id))|.*[/-](form|fields|sign-in|change-type|invite|contact|post-url|footfall|billing)-contract)\./,
    includeDependenciesRecursively: false,
    priority: 29,
  },
  // The component library in three parts. Default splitting gives the rest to the pages that use it.
  { name: 'components', test: library, minShareCount: 50, priority: 28 },
  {
    name: 'overlays',
    test: /node_modules\/(@floating-ui|react-remove-scroll|use-|react-style-singleton|@mantine\/core\/esm\/components\/(ScrollArea|Modal|Popover|Combobox|Select)[A-Z/])/,
    minShareCount: 18,
    priority: 27,
  },
  { name: 'fields', test: library, minShareCount: 18, priority: 26 },
  { name: 'icons', test: /node_modules\/@tabler/, minShareCount: 3, priority: 25 },
  {
    // What both the public pages and the app draw with, and what every call needs.
    name: 'shell',
    test: /src\/(kernel\/(text|language|errors|time\.|endpoint|domain|money|sentence|validation|schema)|platform\/(domain|config-contract)|platform\/web\/(call|query|clock|slot|page\.|language|rich|maps\/map-settings|hooks\/use-public-config|zod-without-eval|ui\/theme|ui\/drawings|ui\/layout\/logo|ui\/states\/toast)|main\/frame\/(notice|pill|prerendering|component-styles|gates\/not-found|gates\/broken-page))/,
    priority: 10,
  },
  // What most pages use. The landing page imports contracts, and must not load the styles of the screens.
  {
    name: 'contracts',
    test: /src\/(?!main\/)(?!.*\/web\/)/,
    minShareCount: 10,
    priority: 6,
  },
  { name: 'common', test: /src\/(?!main\/).*\/web\//, minShareCount: 12, priority: 5 },
];

/** Without it, the bundler refuses `includeDependenciesRecursively: false`: a page's file may then export what others need. */
const allowMoreExports: Plugin = {
  name: 'allow-more-exports',
  configEnvironment: (name) =>
    name === 'client'
      ? { build: { rolldownOptions: { preserveEntrySignatures: 'allow-extension' } } }
      : undefined,
};

export default defineConfig({
  plugins: [trimContracts(), reactRouter(), allowMoreExports],
  // Files stay files, so that the content security policy needs no data: addresses.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api/', '/paypal/', '/wallet-simulator', '/dev/', '^/auth/(google|demo|email(/confirm)?)(\\?|$)'].map(
        (path) => [path, serverAddress],
      ),
    ),
  },
});
