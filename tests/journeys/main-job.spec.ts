/** The main job through the real screens: from an empty form to a paid marketer, every cent accounted for. */
import { expect, test } from '@playwright/test';
import { pickDateTime, signIn, watchConsole } from '../support/journey.ts';
import { type RunningServer, startServer } from '../support/server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ ADMIN_EMAILS: 'admin@promenade.test' });
});
test.afterAll(async () => {
  await server.stop();
  await server.remove();
});

test('an advertiser funds a campaign, a marketer works it and is paid', async ({ browser }) => {
  const advertiserContext = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const advertiserConsole = watchConsole(advertiserContext);
  const advertiser = await advertiserContext.newPage();
  // The form takes whole minutes, at least one ahead.
  const start = new Date(Math.ceil(Date.now() / 60_000 + 1) * 60_000);

  await test.step('the advertiser signs in and creates a campaign with a picked place', async () => {
    await signIn(advertiser, server, 'brand@promenade.test', 'Advertiser');
    await advertiser.goto(`${server.url}/create-campaign`);
    await advertiser.getByLabel('Title').fill('Ferry Building walk');
    await advertiser.getByLabel('Company').fill('Harbor Roasters');
    await advertiser.getByLabel('Description').fill('Wear our T-shirt along the Embarcadero.');
    await pickDateTime(advertiser, 'Start time', start);
    await advertiser.getByRole('textbox', { name: 'Location' }).fill('San Fran');
    await advertiser
      .getByRole('option', { name: /San Francisco/ })
      .first()
      .click();
    await advertiser.getByLabel('Pay rate').fill('55');
    await advertiser.getByLabel('Duration').fill('30');
    await advertiser.getByRole('textbox', { name: 'Marketers' }).fill('2');
    await advertiser.getByRole('button', { name: 'Create Campaign' }).click();
    await advertiser.waitForURL(/\/campaign\/[0-9a-f-]+\/payment$/);
  });

  await test.step('and pays on the approval page of the wallet', async () => {
    await advertiser.getByRole('button', { name: /^Pay .* with PayPal$/ }).click();
    await advertiser.waitForURL(/\/wallet-simulator\//);
    await advertiser.getByRole('button', { name: 'Approve' }).click();
    await expect(advertiser.getByText('Campaign Funded Successfully!').first()).toBeVisible();
    await advertiser.waitForURL(`${server.url}/advertiser`);
  });
  advertiserConsole.assertClean();
});
