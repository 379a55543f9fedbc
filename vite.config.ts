import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { trimContracts } from './scripts/setup/trim-contracts.ts';

/** Where `npm run dev` of the server listens; only the development server of Vite asks it. */
const serverAddress = 'http://localhost:3000';

/** Default splitting makes dozens of small files; each costs a round trip on a phone. */
const chunks = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//, priority: 30 },
  {
    // A group also takes what its files import, so the groups for fewer pages come later.
    name: 'components',
    test: /node_modules\/(@mantine\/(modals|notifications|core\/esm\/(core|components\/(ActionIcon|Alert|Anchor|Badge|Button|Card|Checkbox|Divider|Group|Input|InputWrapper|Loader|Menu|Modal|Paper|Popover|Progress|Stack|Switch|Tabs|Text|TextInput|Title|Tooltip)))\/|clsx\/)/,
    priority: 26,
  },
  // The charts stay in a file of their own, which is loaded once one is visible.
  { name: 'fields', test: /node_modules\/@mantine\/core\//, priority: 24 },
  { name: 'dates', test: /node_modules\/(@mantine\/dates|dayjs)\//, priority: 22 },
  { name: 'zod', test: /node_modules\/zod\/|src\/platform\/web\/zod-without-eval/, priority: 20 },
  {
    // What both the public pages and the app draw with, and what every call needs.
    name: 'shell',
    test: /src\/(kernel|platform\/(domain|config-contract)|platform\/web\/(call|query|clock|slot|page\.|language|rich|maps\/map-settings|hooks\/use-public-config|ui\/theme|ui\/drawings|ui\/layout\/logo|ui\/states\/toast)|main\/frame\/(notice|pill|prerendering|component-styles|gates\/not-found|gates\/broken-page))/,
    priority: 10,
  },
  // What most pages use. The landing page imports contracts, and must not load the styles of the screens.
  {
    name: 'contracts',
    test: /node_modules\/@tabler\/|src\/(?!main\/)(?!.*\/web\/)/,
    minShareCount: 20,
    priority: 6,
  },
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
