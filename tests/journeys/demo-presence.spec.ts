/** A session's result in the demo world: the marketer sees the exact track, the advertiser sees areas. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectFits, test } from '#tests/support/journeys/journey.ts';

test.use({ drawsMaps: true });

async function enterAs(page: Page, url: string, role: 'marketer' | 'advertiser'): Promise<void> {
  await page.goto(`${url}/auth/signin`);
  await page.getByRole('button', { name: `Sign in as the demo ${role}` }).click();
  await page.waitForURL(`${url}/${role}`);
}

/** Returns the campaign of the newest proof with a tracked session. */
async function trackedCampaign(page: Page): Promise<string> {
  const proofs = await page.evaluate<{ campaignId: string; sessionId: string | null }[]>(
    "fetch('/api/proofs').then((answer) => answer.json())",
  );
  const tracked = proofs.find(({ sessionId }) => sessionId !== null);
  if (!tracked) throw new Error('the demo world has tracked work');
  return tracked.campaignId;
}

test('a marketer replays their own track by keyboard', { tag: '@deep' }, async ({ demo, open }) => {
  const page = await open(demo, null);
  await enterAs(page, demo.url, 'marketer');
  await page.goto(`${demo.url}/campaigns/${await trackedCampaign(page)}`);
  const recorded = page.getByRole('region', { name: 'What was recorded' });
  await expect(recorded.getByText(/No unusual signs/)).toBeVisible();
  await recorded.getByRole('button', { name: 'Show your route' }).press('Enter');
  const slider = recorded.getByRole('slider', { name: 'Session time' });
  await expect(
    recorded.getByText(/after the start.*Inside the area, accurate to about \d+ m\.$/s),
  ).toBeVisible();
  await slider.press('Home');
  await expect(recorded.getByText(/0:00:00 after the start/)).toBeVisible();
  for (let step = 0; step < 4; step += 1) await slider.press('ArrowRight');
  await expect(
    recorded.getByText(/0:01:00 after the start.*Inside the area, accurate to about \d+ m\.$/s),
  ).toBeVisible();
  await slider.press('End');
  await slider.press('ArrowLeft');
  const before = await slider.inputValue();
  await slider.press('Home');
  await recorded.getByRole('button', { name: 'Play' }).press('Enter');
  await expect.poll(() => slider.inputValue()).not.toBe('0');
  await recorded.getByRole('button', { name: 'Pause' }).press('Enter');
  expect(Number(await slider.inputValue())).toBeLessThan(Number(before));
  await expect(recorded.getByRole('region', { name: 'Your route, visible only to you' })).toBeVisible();
  await expect(page.getByText('Map Unavailable')).toHaveCount(0);
  await expectAccessible(page, 'a campaign with one’s own way');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
});

test('an advertiser sees areas and signals, but no track', { tag: '@deep' }, async ({ demo, open }) => {
  const page = await open(demo, null, { colorScheme: 'dark' });
  await enterAs(page, demo.url, 'advertiser');
  await page.goto(`${demo.url}/campaigns/${await trackedCampaign(page)}?tab=report`);
  await expect(page.getByText(/ recorded in \d+ map cells?, busiest between /)).toBeVisible();
  await page.getByRole('list', { name: 'Areas by recorded time' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('region', { name: /^Heat map of / })).toBeVisible();
  await expectAccessible(page, 'the report with its heat map');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.goto(`${demo.url}/proof-review`);
  await expect(page.getByText(/No unusual signs/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show your route' })).toHaveCount(0);
});
