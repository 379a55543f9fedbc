/** A conversation between a marketer on a phone and an advertiser on a desktop. */
import { expect } from '@playwright/test';
import { approve } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { expectAccessible, expectFits, phone, test } from '#tests/support/journeys/journey.ts';
import { marketerCalled } from '#tests/support/journeys/journey-work.ts';
import { pdf, picture } from '#tests/support/media.ts';

test('both sides write to each other, with files, a lost connection and a draft', async ({
  open,
  product,
}) => {
  const brand = await product.signIn('advertiser');
  const { id: campaignId } = await fundedCampaign(product, brand);
  const marketer = await marketerCalled(product, 'Maya');
  await approve(brand, marketer, campaignId);
  await product.runDue();

  const advertiser = await open(product, brand, { hasFailedRequests: true });
  await advertiser.goto(`${product.url}/campaigns/${campaignId}?tab=applicants`);
  await advertiser.getByRole('list', { name: 'Applicants' }).getByRole('link', { name: /^Maya/ }).click();
  await advertiser.getByRole('link', { name: /^Message Maya/ }).click();
  await expect(advertiser.getByText('Application approved', { exact: true })).toBeVisible();
  const mobile = await open(product, marketer, { ...phone, hasFailedRequests: true });
  await mobile.goto(`${product.url}/messages`);
  await expect(mobile.getByRole('heading', { name: 'Messages', level: 1 })).toBeVisible();
  await expectAccessible(mobile, 'conversations, 390');
  await expectFits(mobile);

  // A message arrives in the list of the other side, and marks it as unread.
  const write = advertiser.getByRole('textbox', { name: /^Message to/ });
  await write.fill('Pick up the shirt at the desk.');
  await write.press('Enter');
  const entry = mobile.getByRole('listitem').filter({ hasText: 'Pick up the shirt' });
  await expect(entry).toContainText('1 unread');
  await entry.getByRole('link').click();
  const talk = mobile.getByRole('region', { name: /^Messages with/ });
  await expect(talk.getByText('Pick up the shirt at the desk.')).toBeVisible();

  // An answer with files reaches the open page.
  await mobile.getByLabel('Files', { exact: true }).setInputFiles([
    { name: 'corner.png', mimeType: 'image/png', buffer: await picture('png') },
    { name: 'plan.pdf', mimeType: 'application/pdf', buffer: pdf() },
  ]);
  const answer = mobile.getByRole('textbox', { name: /^Message to/ });
  await answer.fill('I am here.');
  const send = mobile.getByRole('button', { name: 'Send' });
  await expect(send).toBeEnabled();
  await send.click();
  const received = advertiser.getByRole('region', { name: /^Messages with/ });
  await expect(received.getByText('I am here.')).toBeVisible();
  await expect(received.getByRole('img', { name: 'corner.png' })).toBeVisible();
  await expect(received.getByRole('link', { name: /plan\.pdf/ })).toBeVisible();
  await expectAccessible(advertiser, 'a conversation, 1280');
  await expectFits(advertiser);

  // Without a connection nothing is lost, also after a reload.
  await mobile.context().setOffline(true);
  await answer.fill('Are you coming?');
  await answer.press('Enter');
  await expect(mobile.getByRole('button', { name: 'Try again' })).toBeVisible();
  await answer.fill('An unfinished draft');
  await mobile.context().setOffline(false);
  await mobile.reload();
  await expect(answer).toHaveValue('An unfinished draft');
  await expectAccessible(mobile, 'a message that failed, 390');
  await expectFits(mobile);
  await mobile.getByRole('button', { name: 'Try again' }).click();
  await expect(received.getByText('Are you coming?')).toBeVisible();
  await expect(received.getByText('Are you coming?')).toHaveCount(1);

  // A disguised file is refused, and the message can be sent without it.
  await advertiser
    .getByLabel('Files', { exact: true })
    .setInputFiles([{ name: 'cat.png', mimeType: 'image/png', buffer: Buffer.from('#!/bin/sh') }]);
  await expect(advertiser.getByRole('button', { name: 'Send' })).toBeDisabled();
  await expect(advertiser.getByRole('alert')).toContainText('not accepted');
  await advertiser.getByRole('button', { name: 'Remove cat.png' }).click();
  await write.fill('On my way.');
  await write.press('Enter');
  await expect(talk.getByText('On my way.')).toBeVisible();
});
