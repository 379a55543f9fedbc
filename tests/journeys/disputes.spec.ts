/** Disputes about a rejection: agreed on a part, and decided by an admin because no one answered. */
import { expect, type Page } from '@playwright/test';
import { closeCampaign } from '#campaigns/closing-contract.ts';
import { getCampaignLedger } from '#campaigns/ledger-contract.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { listPayments } from '#payments/contract.ts';
import { decideProof, submitProof } from '#proofs/contract.ts';
import type { Client } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { expectAccessible, expectFits, type Product, test } from '#tests/support/journeys/journey.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { savePhoto } from '#tests/support/people/name-and-photo.ts';

/** A social campaign of one place with a rejected proof. The pay is $100 plus $15 fee. */
async function rejected(product: Product) {
  const { campaign, advertiser, marketers } = await runningCampaign(product, { campaignType: 'social' });
  const [marketer] = marketers as [Client];
  await savePhoto(marketer);
  const body = { campaignId: campaign.id, media: [], postUrl: 'https://instagram.com/p/one' };
  const proof = await succeed(marketer.call(submitProof, { body }));
  const decision = { status: 'rejected' as const, reviewNotes: 'The product is not in the picture' };
  await succeed(advertiser.call(decideProof, { params: { id: proof.id }, body: decision }));
  return { campaign, advertiser, marketer };
}

async function openDispute(page: Page, product: Product, campaignId: string): Promise<string> {
  await page.goto(`${product.url}/campaigns/${campaignId}`);
  await page.getByRole('button', { name: 'Dispute rejection' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dispute this rejection?' });
  await dialog.getByRole('textbox').fill('The product is on the table behind me.');
  await dialog.getByRole('button', { name: 'Open dispute' }).click();
  await expect(page.getByRole('heading', { name: 'Disputed rejection' })).toBeVisible();
  return new URL(page.url()).pathname;
}

test('both sides agree on a part, which is paid and refunded to the cent', async ({ start, open }) => {
  const product = await start({ settings: { SEED: 'none' } });
  const { campaign, advertiser, marketer } = await rejected(product);
  const hers = await open(product, marketer);
  const path = await openDispute(hers, product, campaign.id);
  await expectFits(hers);
  await expectAccessible(hers, 'a dispute for the marketer');

  const theirs = await open(product, advertiser);
  await theirs.goto(`${product.url}${path}`);
  await theirs
    .getByRole('textbox', { name: 'How do you see it?' })
    .fill('Only half of the product is there.');
  await theirs.getByRole('radio', { name: 'Pay a part' }).check();
  await theirs.getByRole('textbox', { name: 'The marketer gets' }).fill('33.33');
  await expectAccessible(theirs, 'the answer to a dispute');
  await theirs.getByRole('button', { name: 'Send answer' }).click();
  await expect(theirs.getByText('Proposal open')).toBeVisible();

  await hers.reload();
  await hers.getByRole('button', { name: 'Accept $33.33' }).click();
  await expect(hers.getByRole('button', { name: 'Accept $33.33' })).toBeHidden();
  expect(await succeed(marketer.call(listPayments))).toMatchObject([
    { amount: '33.33', platformFee: '4.99' },
  ]);
  const params = { id: campaign.id };
  await succeed(advertiser.call(closeCampaign, { params }));
  const ledger = await succeed(advertiser.call(getCampaignLedger, { params }));
  expect(ledger).toMatchObject({ released: '33.33', feeEarned: '4.99', left: '0.00' });
});

test('an admin decides a dispute that no one answered', { tag: '@deep' }, async ({ start, open }) => {
  const product = await start({ settings: { SEED: 'none' } });
  const { campaign, marketer } = await rejected(product);
  const path = await openDispute(await open(product, marketer), product, campaign.id);
  product.clock.advance(72 * HOUR + MINUTE);
  await product.runDue();
  const admin = await product.signInAdmin();
  const page = await open(product, admin);
  await page.goto(`${product.url}/admin?tab=disputes`);
  await expectAccessible(page, 'the disputes to decide');
  await page.getByRole('link', { name: /^View the dispute/ }).click();
  await expect(page).toHaveURL(`${product.url}${path}`);
  await page.getByRole('radio', { name: 'Pay in full' }).check();
  await page.getByRole('textbox', { name: 'Reason' }).fill('The product can be seen.');
  await expectAccessible(page, 'the decision on a dispute');
  await page.getByRole('button', { name: 'Decide: pay' }).click();
  await expect(page.getByText('The marketer gets')).toBeVisible();
});
