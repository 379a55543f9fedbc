/** Which Chromium the journeys run in, and how it is started: without a person, a graphics card or calls of its own. */
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** The program: CHROMIUM_PATH, the system's own, or the one that Playwright downloaded; undefined where none is there. */
export function findChromium(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen && !existsSync(chosen))
    throw new Error(`CHROMIUM_PATH names a file that is not there: ${chosen}`);
  return [chosen, '/usr/bin/chromium', chromium.executablePath()].find((path) => path && existsSync(path));
}

export const chromiumArguments = [
  // Chromium refuses to sandbox itself as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  // Maps need WebGL, and there need be no graphics card.
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // Pages are put together without it: a quarter less work for the processor.
  '--disable-gpu-compositing',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];
