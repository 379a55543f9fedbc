import { defineConfig } from 'vitest/config';

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
          setupFiles: ['tests/support/screens-setup.ts'],
        },
      },
    ],
  },
});
