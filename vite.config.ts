import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

/** Where `npm run dev` of the server listens; only the development server of Vite asks it. */
const serverAddress = 'http://localhost:3000';

/** Default splitting makes dozens of small files; each costs a round trip on a phone. */
const chunks = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//, priority: 30 },
  { name: 'dates', test: /node_modules\/(@mantine\/dates|dayjs)\//, priority: 25 },
  {
    name: 'components',
    // The charts stay in a file of their own, which is loaded once one is visible.
    test: /node_modules\/(@mantine\/(?!charts)|@floating-ui|clsx|react-number-format|react-remove-scroll|react-transition-group)/,
    priority: 20,
  },
  { name: 'zod', test: /node_modules\/zod\//, priority: 20 },
  {
    // What both the public pages and the app draw with, and what every call needs.
    name: 'shell',
    test: /src\/(kernel|platform\/web\/(call|query|clock|slot|page\.|ui\/logo)|main\/frame\/(notice|pill|prerendering|not-found|broken-page))/,
    priority: 10,
  },
];

export default defineConfig({
  plugins: [reactRouter()],
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
