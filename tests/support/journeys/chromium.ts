/** The Chromium for the journeys and its flags: headless, without a graphics card or background requests. */
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/**
 * Returns the path of CHROMIUM_PATH, the system's Chromium, or Playwright's download; undefined if there is
 * none.
 */
export function findChromium(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen && !existsSync(chosen))
    throw new Error(`CHROMIUM_PATH names a file that is not there: ${chosen}`);
  return [chosen, '/usr/bin/chromium', chromium.executablePath()].find((path) => path && existsSync(path));
}

export const chromiumArguments = [
  // Chromium refuses to sandbox itself as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  // Maps need WebGL, but the machine may have no graphics card.
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // Software compositing takes a quarter less processor time.
  '--disable-gpu-compositing',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];
