/**
 * Builds the pictures that the public pages need, which are committed: `npm run pictures` makes the social card from
 * scripts/social-card.svg. With the address of a running product, `npm run pictures http://localhost:3000`, it also
 * takes the pictures of the demo's screens for the landing page.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';
import sharp from 'sharp';
import { chromiumArguments, findChromium } from '../tests/support/journeys/chromium.ts';

const fonts = [
  ['Bricolage Grotesque', 'bricolage-grotesque', '200 800'],
  ['Instrument Sans', 'instrument-sans', '400 700'],
] as const;

const screens = [
  { name: 'advertiser', path: '/demo-advertiser', width: 1280, height: 900 },
  { name: 'marketer', path: '/demo-marketer', width: 390, height: 780 },
] as const;

async function writeSocialCard(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  const faces = fonts.map(([name, file, weights]) => {
    const path = `node_modules/@fontsource-variable/${file}/files/${file}-latin-wght-normal.woff2`;
    const content = readFileSync(path).toString('base64');
    return `@font-face{font-family:'${name}';font-weight:${weights};src:url(data:font/woff2;base64,${content})}`;
  });
  const card = readFileSync('scripts/social-card.svg', 'utf8');
  await page.setContent(`<style>${faces.join('')}body{margin:0}</style>${card}`);
  await page.evaluate('document.fonts.ready');
  await sharp(await page.screenshot())
    .png({ palette: true, quality: 90 })
    .toFile('public/social-card.png');
  await page.close();
}

async function writeScreens(browser: Browser, origin: string): Promise<void> {
  mkdirSync('public/screens', { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const { name, path, width, height } of screens) {
      const page = await browser.newPage({
        viewport: { width, height },
        deviceScaleFactor: 2,
        colorScheme,
        reducedMotion: 'reduce',
        timezoneId: 'America/Los_Angeles',
        locale: 'en-US',
      });
      await page.goto(origin + path);
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      await page.getByText('Loading map...').waitFor({ state: 'hidden', timeout: 120_000 });
      await page.addStyleTag({ content: 'header { display: none }' });
      await page.evaluate("scrollTo(0, document.querySelector('main h1').getBoundingClientRect().top - 28)");
      await page.evaluate('new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))');
      await sharp(await page.screenshot())
        .resize(Math.round(width * 1.5))
        .webp({ quality: 78 })
        .toFile(`public/screens/${name}-${colorScheme}.webp`);
      await page.close();
    }
  }
}

const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
try {
  await writeSocialCard(browser);
  const [origin] = process.argv.slice(2);
  if (origin) await writeScreens(browser, origin);
} finally {
  await browser.close();
}
