import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { isDeep } from './tests/support/depth.ts';
import { PATIENCE_MS, STORY_LIMIT_MS, TEST_LIMIT_MS } from './tests/support/patience.ts';

const toPath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const tests = (ending: string) => `{src,packages,tests,scripts,bench}/**/*${ending}`;

const wholeApp = 'src/main/**/*.test.tsx';

const screens = (name: string, files: { include: string[]; exclude?: string[] }) => ({
  extends: true as const,
  test: {
    name,
    ...files,
    environment: 'jsdom',
    setupFiles: ['tests/support/screens-patience.ts', 'tests/support/screens-setup.ts'],
    // The files of a worker share the window too; screens-setup.ts fails a file that leaves state behind.
    alias: {
      // Node would load the client's build for Node, which has no File. The browser's build is what is shipped.
      'tus-js-client': toPath('node_modules/tus-js-client/lib.es5/browser/index.js'),
      // jsdom cannot draw a map, so the map library is replaced by the parts that markers need.
      '@vis.gl/react-maplibre': toPath('tests/support/map-library.tsx'),
    },
  },
});

export default defineConfig({
  // React's automatic runtime is otherwise read from a tsconfig.json, but the root one only lists projects.
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // Workers import the product once and keep it between files; setup.ts names what a file leaves behind.
    isolate: false,
    setupFiles: ['tests/support/setup.ts'],
    testTimeout: isDeep ? 2 * STORY_LIMIT_MS : TEST_LIMIT_MS,
    // A file's set-up may build a world for all its tests.
    hookTimeout: isDeep ? 2 * STORY_LIMIT_MS : 3 * TEST_LIMIT_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    allowOnly: false,
    includeTaskLocation: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: [tests('.test.ts')],
          exclude: [
            ...configDefaults.exclude,
            ...(isDeep ? [] : [tests('.deep.test.ts')]),
            // The embedded engine has one connection, so nothing races there.
            ...(process.env.TEST_ENGINE === 'embedded' ? [tests('.races.test.ts')] : []),
          ],
          globalSetup: ['tests/support/databases/run-database.ts', 'tests/support/wallet/proxy-of-run.ts'],
        },
      },
      screens('screens', { include: [tests('.test.tsx')], exclude: [...configDefaults.exclude, wholeApp] }),
      // Files that import main/pages.tsx fill the slots of every screen for all later files of their worker.
      screens('whole-app', { include: [wholeApp] }),
    ],
  },
});
