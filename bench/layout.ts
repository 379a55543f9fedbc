/**
 * npm run bench:layout: prints the layout shift of screens in the demo world, per role and width, in Chromium with a
 * processor slowed down four times. Arguments select screens: npm run bench:layout -- /payments
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Page } from '@playwright/test';
import { chromiumArguments, findChromium } from '#tests/support/journeys/chromium.ts';
import { MOST_SHIFT, observeShifts, readShifts, slowDown } from '#tests/support/journeys/layout-shift.ts';
import { machineFacts } from './machine.ts';

const screens = {
  Visitor: [
    '/',
    '/demo',
    '/demo-marketer',
    '/demo-advertiser',
    '/tracking-demo',
    '/marketplace',
    '/campaigns/{any}',
  ],
  Marketer: [
    '/marketer',
    '/marketplace',
    '/applications',
    '/payments',
    '/payments/year',
    '/messages',
    '/notifications',
    '/profile',
    '/kyc',
    '/settings',
    '/campaigns/{any}',
  ],
  Advertiser: [
    '/advertiser',
    '/create-campaign',
    '/payment-history',
    '/proof-review',
    '/messages',
    '/team',
    '/marketers',
    '/campaigns/{own}',
  ],
  Admin: ['/admin', '/settings'],
} as const;
const sizes = { 390: { width: 390, height: 844 }, 1280: { width: 1280, height: 900 } };

const entry = resolve(import.meta.dirname, '../build/server/server.js');
if (!existsSync(entry)) {
  console.error('There is no build yet: npm run build makes one.');
  process.exit(1);
}
const wanted = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'promenade-bench-layout-'));
const server = spawn(process.execPath, [entry], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: {
    ...process.env,
    NODE_ENV: 'development',
    DATA_DIR: folder,
    PORT: '0',
    HOST: 'localhost',
    LIMITS: 'off',
    MAP_STYLE_URL: 'offline',
  },
});
const ended = new Promise<void>((done) => server.once('exit', () => done()));
const executablePath = findChromium();
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArguments });
try {
  const url = await untilReady();
  console.log(machineFacts());
  for (const [role, paths] of Object.entries(screens)) {
    const chosen = paths.filter((path) => wanted.length === 0 || wanted.includes(path));
    for (const [width, viewport] of Object.entries(sizes)) {
      if (chosen.length === 0) continue;
      const context = await browser.newContext({ viewport, serviceWorkers: 'block' });
      const page = await context.newPage();
      if (role !== 'Visitor') await signIn(page, url, role);
      for (const path of chosen)
        await measure(page, url + (await findPath(page, url, path)), `${role} ${width} ${path}`);
      await context.close();
    }
  }
} finally {
  await browser.close();
  server.kill('SIGTERM');
  await ended;
  await rm(folder, { recursive: true, force: true });
}

function untilReady(): Promise<string> {
  return new Promise((ready, fail) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      const url = /^Promenade is ready at (\S+)$/.exec(line)?.[1];
      if (url) ready(url);
    });
    void ended.then(() => fail(new Error('the server ended')));
  });
}

async function signIn(page: Page, url: string, role: string): Promise<void> {
  await page.goto(`${url}/auth/signin`);
  await page.getByRole('button', { name: new RegExp(role, 'i') }).click();
  await page.waitForURL((at) => at.pathname === `/${role.toLowerCase()}`);
}

async function findPath(page: Page, url: string, path: string): Promise<string> {
  if (!path.includes('{')) return path;
  const list = path.includes('{own}') ? '/api/campaigns/advertiser' : '/api/campaigns?limit=20';
  const rows = (await (await page.request.get(url + list)).json()) as { id: string; status: string }[];
  const active = rows.find(({ status }) => status === 'active');
  if (!active) throw new Error(`${list} has no active campaign`);
  return `/campaigns/${active.id}`;
}

/** In a new tab, so that no answer of an earlier screen is cached. */
async function measure(opener: Page, at: string, name: string): Promise<void> {
  const page = await opener.context().newPage();
  await observeShifts(page);
  await slowDown(page);
  await page.goto(at);
  const { total, largest } = await readShifts(page);
  if (total > MOST_SHIFT) process.exitCode = 1;
  console.log(`${total > MOST_SHIFT ? 'TOO MUCH' : 'ok      '} ${total.toFixed(3)} ${name} ${largest}`);
  await page.close();
}
