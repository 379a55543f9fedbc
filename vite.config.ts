import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { trimContracts } from './scripts/setup/trim-contracts.ts';

/** Where `npm run dev` of the server listens; only the development server of Vite asks it. */
const serverAddress = 'http://localhost:3000';

/**
 * Default splitting makes over a hundred small files per page; each costs a round trip on a phone. A group also takes
 * what its files import, unless a group of higher priority has it.
 */
const chunks = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//, priority: 30 },
  // What most pages use of the component library. Default splitting gives the rest to the pages that use it.
  {
    name: 'components',
    test: /node_modules\/(@mantine|@floating-ui|react-remove-scroll|react-transition-group|use-callback-ref|use-sidecar|react-style-singleton|clsx|@tabler)/,
    minShareCount: 20,
    priority: 26,
  },
  {
    // What both the public pages and the app draw with, and what every call needs.
    name: 'shell',
    test: /src\/(kernel\/(text|language|errors|time\.|id|endpoint|domain|money|sentence|validation)|platform\/(domain|config-contract)|platform\/web\/(call|query|clock|slot|page\.|language|rich|maps\/map-settings|hooks\/use-public-config|zod-without-eval|ui\/theme|ui\/drawings|ui\/layout\/logo|ui\/states\/toast)|main\/frame\/(notice|pill|prerendering|component-styles|gates\/not-found|gates\/broken-page))/,
    priority: 10,
  },
  // What most pages use. The landing page imports contracts, and must not load the styles of the screens.
  { name: 'contracts', test: /src\/(?!main\/)(?!.*\/web\/)/, minShareCount: 20, priority: 6 },
  { name: 'common', test: /src\/(?!main\/).*\/web\//, minShareCount: 20, priority: 5 },
];

export default defineConfig({
  plugins: [trimContracts(), reactRouter()],
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
