/** An account on a platform from its name to the count that an administrator has seen, and the marketer in the list of an advertiser. */
import { type APIRequestContext, expect, test } from '@playwright/test';
import { kycFormSample } from '../../src/kyc/sample.ts';
import { profileFormSample } from '../../src/profiles/sample.ts';
import { expectAccessible, expectFits, journeyServer, signIn, watchConsole } from '../support/journey.ts';
import { picture } from '../support/media.ts';

const ADMIN = 'desk@promenade.test';

const server = journeyServer({ ADMIN_EMAILS: ADMIN });

/** What other journeys show screen by screen: a profile, and an identity that waits to be approved. */
async function handInIdentity(request: APIRequestContext): Promise<void> {
  const headers = { origin: server.url };
  const image = { name: 'passport.png', mimeType: 'image/png', buffer: await picture('png') };
  const agreed = { ageVerified: true, termsAccepted: true, privacyAccepted: true };
  const answers = [
    await request.put(`${server.url}/api/profile`, { headers, data: profileFormSample }),
    await request.post(`${server.url}/api/user/compliance`, { headers, data: agreed }),
    await request.post(`${server.url}/api/kyc/update`, {
      headers,
      multipart: { ...kycFormSample, idDocument: image, proofOfAddress: image },
    }),
  ];
  expect(answers.map((answer) => answer.status())).toEqual([200, 200, 200]);
}

test('a marketer connects an account, an administrator sees its code, an advertiser finds the marketer', async ({
  browser,
}) => {
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const desk = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const office = await browser.newContext({ viewport: { width: 1280, height: 900 }, colorScheme: 'dark' });
  const consoles = [phone, desk, office].map(watchConsole);
  const [marketer, admin, advertiser] = [await phone.newPage(), await desk.newPage(), await office.newPage()];

  const code = await test.step('the marketer names it by keyboard and gets a code', async () => {
    await signIn(marketer, server, 'maya@promenade.test', 'Marketer');
    await handInIdentity(phone.request);
    await marketer.goto(`${server.url}/marketer`);
    await marketer.getByRole('button', { name: 'Connect TikTok' }).press('Enter');
    await expect(marketer.getByLabel('Account name')).toBeFocused();
    await marketer.keyboard.type('@Maya.Runs');
    await marketer.keyboard.press('Tab');
    await marketer.keyboard.type('12400');
    await expectAccessible(marketer, 'the dialog, 390');
    await marketer.keyboard.press('Enter');
    const shown = marketer.getByText(/^PROMENADE-[2-9A-Z]{8}$/);
    await expect(shown).toBeVisible();
    await expect(marketer.getByText('12,400 followers, not confirmed yet')).toBeVisible();
    await expectAccessible(marketer, '/marketer with a code, 390');
    return shown.innerText();
  });

  await test.step('and says that it stands there', async () => {
    await marketer.getByRole('button', { name: 'I have put it there: TikTok' }).click();
    await expect(marketer.getByText('Being checked')).toBeVisible();
    await expectFits(marketer);
  });

  await test.step('an administrator enters what the page shows', async () => {
    await signIn(admin, server, ADMIN, 'Advertiser');
    await admin.goto(`${server.url}/admin?tab=social`);
    await expect(admin.getByText(code)).toBeVisible();
    await expect(admin.getByRole('link', { name: '@Maya.Runs on TikTok' })).toHaveAttribute(
      'href',
      'https://www.tiktok.com/@Maya.Runs',
    );
    await expectAccessible(admin, '/admin?tab=social, 1280');
    await admin.getByLabel('Followers seen').fill('12100');
    await admin.getByRole('button', { name: 'Approve Maya Field on TikTok' }).click();
    await expect(admin.getByText('No accounts are waiting')).toBeVisible();
    await admin.goto(`${server.url}/admin?tab=kyc`);
    await admin.getByRole('button', { name: /^Approve / }).click();
    await expect(admin.getByText('No verifications are waiting')).toBeVisible();
  });

  await test.step('the marketer reads that it counts', async () => {
    await marketer.reload();
    await expect(marketer.getByText(/12,100 followers, confirmed until/)).toBeVisible();
    await expect(marketer.getByText('Your TikTok account is connected')).toBeVisible();
    await expectAccessible(marketer, '/marketer with an account, 390');
  });

  await test.step('an advertiser finds them in outline, by city and platform', async () => {
    await signIn(advertiser, server, 'brand@promenade.test', 'Advertiser');
    await advertiser.getByRole('link', { name: 'Browse Marketers' }).click();
    await expect(advertiser.getByRole('heading', { name: 'Maya F.' })).toBeVisible();
    await expect(advertiser.getByText('Micro (10K-100K)')).toBeVisible();
    await expectAccessible(advertiser, '/marketers, 1280, dark');
    await advertiser.getByLabel('City').fill('chic');
    await expect(advertiser.getByText('No marketers match')).toBeVisible();
    await advertiser.getByLabel('City').fill('san f');
    await expect(advertiser.getByRole('heading', { name: 'Maya F.' })).toBeVisible();
    await expect(advertiser).toHaveURL(/\/marketers\?city=san\+f$/);
    expect(await advertiser.content()).not.toContain('Maya.Runs');
  });

  await test.step('until they hide themselves', async () => {
    await marketer.goto(`${server.url}/settings#listing`);
    await marketer.getByRole('switch', { name: 'Let advertisers find me' }).press('Space');
    await expect(marketer.getByText('Advertisers do not find you.')).toBeVisible();
    await expectAccessible(marketer, '/settings, 390');
    await advertiser.goto(`${server.url}/marketers`);
    await expect(advertiser.getByText('No marketers yet')).toBeVisible();
  });

  for (const each of consoles) each.assertClean();
  for (const context of [phone, desk, office]) await context.close();
});
