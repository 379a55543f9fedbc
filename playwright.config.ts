import { defineConfig } from '@playwright/test';
import { chromiumArguments, findChromium } from './tests/support/chromium.ts';

// Each journey starts its own server on the built app, so there is no webServer here.
export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results',
  workers: 1,
  // It bounds a hang too: two cores draw the pages, answer the calls and drive the browser, and others may want them as well.
  expect: { timeout: 60_000 },
  retries: 0,
  forbidOnly: true,
  // They end what hangs, and name it; a journey over every screen takes a minute where nothing else runs, all of them half an hour.
  timeout: 15 * 60_000,
  globalTimeout: 60 * 60_000,
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: findChromium(), args: chromiumArguments },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    // A dialog stands where it is clicked from its first frame on: on a busy machine a click misses what still moves.
    contextOptions: { reducedMotion: 'reduce' },
  },
});
