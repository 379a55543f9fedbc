/** The Chromium for the journeys and its flags: headless, without a graphics card or background requests. */
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/**
 * Returns the path of CHROMIUM_PATH, the system's Chromium (its headless shell first), or Playwright's
 * download; undefined if there is none.
 */
export function findChromium(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen && !existsSync(chosen))
    throw new Error(`CHROMIUM_PATH names a file that is not there: ${chosen}`);
  // The shell has no windows, menus, or extensions, which take processor time even when nothing shows them.
  const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
  return [chosen, ...installed, chromium.executablePath()].find((path) => path && existsSync(path));
}

export const chromiumArguments = [
  // Chromium refuses to sandbox itself as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  // Maps need WebGL, but the machine may have no graphics card.
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // Software compositing takes a quarter less processor time.
  '--disable-gpu-compositing',
  // Chromium's own test picture instead of a camera, and no prompt. Other flags for one file would start
  // another worker, which loads the product again.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];
