/** Measures how far the content of a page jumps while it loads. */
import { expect, type Page } from '@playwright/test';
import { STORY_LIMIT_MS } from '../patience.ts';

/** How much may shift while a screen loads. Google calls 0.1 good. */
export const MOST_SHIFT = 0.05;

/** Collects layout shifts from the start of each page that opens next. */
export async function observeShifts(page: Page): Promise<void> {
  await page.addInitScript(`
    window.__shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.hadRecentInput) continue;
        const sources = entry.sources.map(({ node, previousRect, currentRect }) => {
          const at = node && (node.nodeType === 1 ? node : node.parentElement);
          const name = at ? at.tagName.toLowerCase() + '.' + String(at.className).split(' ')[0] : 'gone';
          return name + ' ' + Math.round(previousRect.top) + '+' + Math.round(previousRect.height) +
            '->' + Math.round(currentRect.top) + '+' + Math.round(currentRect.height);
        });
        window.__shifts.push({ value: entry.value, at: Math.round(entry.startTime), sources });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  `);
}

/** Makes the page's processor four times slower, like an average phone. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

const loadingInView = `[...document.querySelectorAll('main output, [data-settling]')]
  .filter((part) => part.matches('[data-settling]') || part.textContent.trim().startsWith('Loading'))
  .filter((part) => part.getBoundingClientRect().top < innerHeight)
  .map((part) => part.textContent.trim().slice(0, 40))`;

interface Shift {
  value: number;
  at: number;
  sources: string[];
}

/** Returns the sum of all shifts and a description of the largest one, once nothing loads any more. */
export async function readShifts(page: Page): Promise<{ total: number; largest: string }> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: STORY_LIMIT_MS });
  // What is below the view loads when it comes near.
  await expect
    .poll(() => page.evaluate<string[]>(loadingInView), {
      message: 'parts that load',
      timeout: STORY_LIMIT_MS,
    })
    .toEqual([]);
  // Fonts and pictures may come after the texts.
  await page.evaluate(`document.fonts.ready.then(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)))),
  )`);
  const shifts = await page.evaluate<Shift[]>('window.__shifts');
  const [worst] = shifts.toSorted((one, other) => other.value - one.value);
  return {
    total: shifts.reduce((sum, { value }) => sum + value, 0),
    largest: worst ? `${worst.value.toFixed(3)} at ${worst.at} ms: ${worst.sources.join('; ')}` : '',
  };
}
