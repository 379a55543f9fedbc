import { defineConfig } from '@playwright/test';
import { chromiumArguments, findChromium } from './tests/support/journeys/chromium.ts';
import { patience, STORY_LIMIT_MS } from './tests/support/patience.ts';

// The journeys start the product themselves, so there is no webServer here.
export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results',
  globalSetup: './tests/support/databases/run-database.ts',
  // One for each core. With three, the longest journeys took more than their minute on a slow machine.
  workers: 2,
  // Journeys share a server, but no people and no campaigns.
  fullyParallel: true,
  expect: { timeout: patience(10_000) },
  timeout: STORY_LIMIT_MS,
  // A quick run takes minutes, one with @deep a quarter of an hour.
  globalTimeout: patience(30 * 60_000),
  retries: 0,
  forbidOnly: true,
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: findChromium(), args: chromiumArguments },
    // Recording costs every journey time: JOURNEY_TRACE=1 looks into one that fails.
    trace: process.env.JOURNEY_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // Dialogs appear without moving, so no click misses one on a busy machine.
    contextOptions: { reducedMotion: 'reduce' },
  },
});
