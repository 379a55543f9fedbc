/**
 * From the search to the calendar. Two marketers apply: one gets the place, the other is waitlisted; the
 * first withdraws and the second moves up. Then the days before the start: a confirmation, a late withdrawal,
 * a strike and an appeal.
 */
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { apply, UNDO_PERIOD_MS } from '#applications/contract.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { succeed } from '#tests/support/client.ts';
import { approve } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { expectAccessible, expectFits, phone, test } from '#tests/support/journeys/journey.ts';
import { marketerCalled } from '#tests/support/journeys/journey-work.ts';
import { keepWorkingUntil } from '#tests/support/journeys/keep-working.ts';

const title = 'Cold brew on Market Street';

test(
  'a marketer finds a campaign, is waitlisted, and moves up',
  { tag: '@deep' },
  async ({ open, start }) => {
    const app = await start();
    const { url } = app;
    const brand = await app.signIn('advertiser');
    const campaign = await fundedCampaign(app, brand, { totalMarketersNeeded: 1, totalBudget: 40 });
    const maya = await marketerCalled(app, 'Maya');
    const noor = await marketerCalled(app, 'Noor');
    const brandPage = await open(app, brand);
    const mayaPage = await open(app, maya, phone);
    const noorPage = await open(app, noor);
    const applicants = `${url}/campaigns/${campaign.id}?tab=applicants`;

    await test.step('Maya finds the campaign by text search and applies', async () => {
      await mayaPage.goto(`${url}/marketplace?q=cold%20brew`);
      await mayaPage.getByRole('button', { name: /^Apply Now/ }).click();
      await expect(mayaPage.getByText('Application Submitted').first()).toBeVisible();
    });

    await test.step('Noor applies too; approved together, one gets the place and the other learns why not', async () => {
      app.clock.advance(MINUTE);
      await succeed(noor.call(apply, { body: { campaignId: campaign.id } }));
      await brandPage.goto(applicants);
      await expect(brandPage.getByText('0 of 1 places are taken.')).toBeVisible();
      await brandPage.getByRole('checkbox', { name: 'Select all' }).check();
      await brandPage.getByRole('button', { name: 'Approve selected' }).click();
      const dialog = brandPage.getByRole('dialog', { name: 'Approve 2 applicants?' });
      await expect(dialog.getByText(/the others keep waiting/)).toBeVisible();
      await dialog.getByRole('button', { name: 'Approve' }).click();
      await expect(brandPage.getByText('1 approved, 1 failed')).toBeVisible();
      await expect(brandPage.getByText('1 of 1 places are taken.')).toBeVisible();
      await expect(brandPage.getByRole('listitem').filter({ hasText: /^Maya F\.: / })).toBeVisible();
      await expectAccessible(brandPage, 'the applicants, 1280');
    });

    await test.step('Noor gets the place, and Maya joins the waitlist', async () => {
      // Noor is told, and her full name shown, when the approval can no longer be undone.
      app.clock.advance(UNDO_PERIOD_MS);
      await brandPage.reload();
      const rows = brandPage.getByRole('list', { name: 'Applicants' }).getByRole('listitem');
      await expect(rows.filter({ hasText: 'Noor Field' })).toContainText('Approved');
      await brandPage.getByRole('button', { name: 'Add Maya F. to the waitlist' }).click();
      await expect(rows.filter({ hasText: 'Maya F.' })).toContainText('Waitlist #1');
      await mayaPage.goto(`${url}/applications`);
      await expect(mayaPage.getByText(/You’re first on the waitlist/)).toBeVisible();
      await expectAccessible(mayaPage, '/applications, on the bench, 390');
      await expectFits(mayaPage);
    });

    await test.step('Noor withdraws in time, without a strike', async () => {
      await noorPage.goto(`${url}/campaigns/${campaign.id}`);
      await expect(noorPage.getByText(/We’ll ask you to confirm on/)).toBeVisible();
      await noorPage.getByRole('button', { name: `Withdraw from ${title}` }).click();
      const dialog = noorPage.getByRole('dialog', { name: 'Give up your place?' });
      await expect(dialog.getByText(/^Withdrawing isn’t a strike until/)).toBeVisible();
      await dialog.getByRole('button', { name: 'Withdraw' }).click();
      await expect(noorPage.getByText('You withdrew this application.')).toBeVisible();
    });

    await test.step('Maya moves up', async () => {
      await mayaPage.reload();
      await expect(mayaPage.getByText(/you moved up from the waitlist/)).toBeVisible();
      await brandPage.reload();
      await expect(brandPage.getByText('Moved up from the waitlist')).toBeVisible();
    });
  },
);

test(
  'a marketer confirms, gives the place back late, and appeals the strike',
  { tag: '@deep' },
  async ({ open, start }) => {
    // Days pass between steps.
    const app = await start({ settings: { SESSION_IDLE_MS: String(7 * DAY) } });
    const { url } = app;
    const brand = await app.signIn('advertiser');
    const campaign = await fundedCampaign(app, brand, { totalMarketersNeeded: 1, totalBudget: 40 });
    const startsAt = new Date(campaign.startTime ?? '').getTime();
    const maya = await marketerCalled(app, 'Maya');
    await approve(brand, maya, campaign.id);
    const brandPage = await open(app, brand);
    const mayaPage = await open(app, maya, phone);
    await brandPage.goto(`${url}/campaigns/${campaign.id}?tab=applicants`);
    const contexts = [brandPage, mayaPage].map((page) => page.context());
    /** Moves the server and every browser to this time; work that is due by then is done. */
    const goTo = async (moment: Date) => {
      await keepWorkingUntil(app, moment);
      await Promise.all(contexts.map((context) => context.clock.setFixedTime(moment)));
    };

    await test.step('a day before the start she confirms from her dashboard', async () => {
      await goTo(new Date(startsAt - 23.5 * HOUR));
      // Polls with the browser's own session.
      const isAsked = async () => {
        const applications = await mayaPage.request.get(`${url}/api/applications`);
        return /"confirmationDueAt":"/.test(await applications.text());
      };
      await expect.poll(isAsked).toBe(true);
      await mayaPage.goto(`${url}/marketer`);
      await expect(mayaPage.getByText(/left to confirm/)).toBeVisible();
      await expectFits(mayaPage);
      await brandPage.reload();
      await expect(brandPage.getByText(/0 of 1 confirmed/)).toBeVisible();
      await mayaPage.getByRole('button', { name: `Confirm your place in ${title}` }).click();
      await expect(mayaPage.getByText('Confirmed', { exact: true }).first()).toBeVisible();
      await brandPage.reload();
      await expect(brandPage.getByText(/1 of 1 confirmed/)).toBeVisible();
    });

    await test.step('the calendar file has the campaign’s time', async () => {
      await mayaPage.goto(`${url}/campaigns/${campaign.id}`);
      const begun = mayaPage.waitForEvent('download');
      await mayaPage.getByRole('link', { name: `Add to calendar: ${title}` }).click();
      const download = await begun;
      expect(download.suggestedFilename()).toMatch(/\.ics$/);
      const file = await readFile(await download.path(), 'utf8');
      const start = new Date(startsAt).toISOString().replaceAll(/[-:]|\.\d+/g, '');
      expect(file).toContain(`DTSTART:${start}`);
      expect(file).toContain(`SUMMARY:${title}`);
      expect(file).toContain('STATUS:CONFIRMED');
    });

    await test.step('giving the place back late warns her, and earns a strike', async () => {
      await goTo(new Date(startsAt - 6 * HOUR));
      await mayaPage.reload();
      await mayaPage.getByRole('button', { name: `Withdraw from ${title}` }).click();
      const dialog = mayaPage.getByRole('dialog', { name: 'Give up your place?' });
      await expect(dialog.getByText('This is a strike')).toBeVisible();
      await dialog.getByRole('button', { name: 'Withdraw with a strike' }).click();
      await expect(mayaPage.getByText('You withdrew this application.')).toBeVisible();
      await mayaPage.goto(`${url}/marketer`);
      await mayaPage.getByRole('link', { name: 'View my strikes' }).click();
      await expect(mayaPage.getByText('1 active strike')).toBeVisible();
    });

    await test.step('she appeals, an administrator lifts the strike, and she sees the reason', async () => {
      await mayaPage.getByRole('button', { name: `Appeal: ${title}` }).click();
      const form = mayaPage.getByRole('dialog', { name: 'Appeal this strike' });
      await form.getByLabel('Why is this strike wrong?').fill('No train went that morning.');
      await form.getByRole('button', { name: 'Send appeal' }).click();
      await expect(mayaPage.getByText('Under appeal')).toBeVisible();
      // An admin's session does not last for days.
      const deskPage = await open(app, await app.signInAdmin());
      await deskPage.clock.setFixedTime(app.clock.now());
      await deskPage.goto(`${url}/admin?tab=strikes`);
      await expect(deskPage.getByText('“No train went that morning.”')).toBeVisible();
      await expectAccessible(deskPage, '/admin, strikes, 1280');
      await deskPage.getByRole('button', { name: 'Lift the strike of Maya Field' }).click();
      const decision = deskPage.getByRole('dialog', { name: 'Lift this strike?' });
      await decision.getByLabel('Reason').fill('The railway confirmed it.');
      await decision.getByRole('button', { name: 'Lift strike' }).click();
      await expect(deskPage.getByText('No appeals to review')).toBeVisible();
      await mayaPage.reload();
      await expect(mayaPage.getByText('The administrator wrote: “The railway confirmed it.”')).toBeVisible();
      await expect(mayaPage.getByText('No strikes', { exact: true })).toBeVisible();
      await expectFits(mayaPage);
    });
  },
);
