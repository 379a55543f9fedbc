/** An advertiser took a payment back at the wallet, and pays for the work that was approved. */
import { expect } from '@playwright/test';
import { listPayments } from '#payments/contract.ts';
import { listOwed } from '#payments/shortfall-contract.ts';
import { decideProof, submitProof } from '#proofs/contract.ts';
import { succeed } from '#tests/support/client.ts';
import { expectAccessible, expectFits, type Product, test } from '#tests/support/journeys/journey.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { savePhoto } from '#tests/support/people/name-and-photo.ts';
import type { Client } from '#tests/support/app.ts';

async function control(product: Product, path: string, payload: object): Promise<{ disputeId: string }> {
  const url = `/wallet-simulator/control/disputes${path}`;
  return (await product.http.inject({ method: 'POST', url, payload })).json();
}

const readDispute = async (product: Product, campaignId: string) => {
  const query = 'select state from chargeback where campaign_id = $1';
  return (await product.database.asOwner(query, [campaignId])).rows[0]?.state;
};

async function loseDispute(product: Product, campaignId: string): Promise<void> {
  const query = 'select provider_capture_id as id from payment_order where campaign_id = $1';
  const { rows } = await product.database.asOwner(query, [campaignId]);
  const { disputeId } = await control(product, '', { captureId: rows[0].id });
  await expect.poll(() => readDispute(product, campaignId)).toBe('open');
  await control(product, `/${disputeId}`, { outcome: 'lost' });
  await expect.poll(() => readDispute(product, campaignId)).toBe('lost');
}

test(
  'an advertiser pays for approved work after a lost dispute',
  { tag: '@deep' },
  async ({ start, open }) => {
    const product = await start({ settings: { SEED: 'none' } });
    const { campaign, advertiser, marketers } = await runningCampaign(product, { campaignType: 'social' });
    const [marketer] = marketers as [Client];
    await savePhoto(marketer);
    const body = { campaignId: campaign.id, media: [], postUrl: 'https://instagram.com/p/1' };
    const proof = await succeed(marketer.call(submitProof, { body }));
    await loseDispute(product, campaign.id);
    const decision = { params: { id: proof.id }, body: { status: 'approved' as const } };
    await succeed(advertiser.call(decideProof, decision));
    const readHolds = async () => (await succeed(marketer.call(listPayments)))[0]?.waitsFor ?? [];
    expect(await readHolds()).toContain('chargeback');

    const page = await open(product, advertiser);
    await page.goto(`${product.url}/campaigns/${campaign.id}`);
    const pay = page.getByRole('button', { name: 'Pay $115.00' });
    await expect(pay).toBeVisible();
    await expectFits(page);
    await expectAccessible(page, 'a campaign with unpaid work');
    await pay.click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible();
    await expect.poll(readHolds).not.toContain('chargeback');
    expect(await succeed(advertiser.call(listOwed))).toEqual([]);
    await page.reload();
    await expect(page.getByText('Payment disputed')).toBeVisible();
    await expect(pay).toBeHidden();
  },
);
