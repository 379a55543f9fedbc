import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { patience } from './tests/support/patience.ts';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const tests = (ending: string) => `{src,tests,scripts,bench}/**/*${ending}`;

export default defineConfig({
  // React's automatic runtime would else be read from a tsconfig.json, which this project has not.
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    setupFiles: ['tests/support/setup.ts'],
    // A file starts the embedded engine, which takes seconds where the machine is busy. These bound what hangs; no test measures by them.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    allowOnly: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: [tests('.test.ts')],
          exclude: ['tests/journeys/**'],
          globalSetup: ['tests/support/run-database.ts', 'tests/wallet/proxy-of-run.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          environment: 'jsdom',
          include: [tests('.test.tsx')],
          setupFiles: ['tests/support/screens-patience.ts', 'tests/support/screens-setup.ts'],
          // The files of a worker share their modules and the window; screens-setup.ts fails a file that leaves state behind.
          isolate: false,
          testTimeout: 10_000 * patience,
          hookTimeout: 10_000 * patience,
          alias: {
            // Node would load the client's build for Node, which has no File. The browser's build is what is shipped.
            'tus-js-client': pathOf('node_modules/tus-js-client/lib.es5/browser/index.js'),
            // jsdom cannot draw a map, so the map library is replaced by the parts that markers need.
            '@vis.gl/react-maplibre': pathOf('tests/support/map-library.tsx'),
          },
        },
      },
    ],
  },
});
