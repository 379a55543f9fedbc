import { closeCampaign } from '#campaigns/closing-contract.ts';
import { answerDispute, openDispute } from '#disputes/contract.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { decideProof, submitProof } from '#proofs/contract.ts';
import type { Client } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { desktop, phone, test } from '#tests/support/journeys/journey.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { picture } from '#tests/support/media.ts';
import { uploadFile } from '#tests/support/upload.ts';
void closeCampaign;

test('shots', async ({ start, open }) => {
  test.setTimeout(900_000);
  const product = await start({ settings: { SEED: 'none' } });
  const { campaign, advertiser, marketers } = await runningCampaign(product, { campaignType: 'social', totalMarketersNeeded: 4, totalBudget: 400, autoApprove: true }, 3);
  const [m1, m2, m3] = marketers as [Client, Client, Client];
  const prove = async (m: Client) => (await succeed(m.call(submitProof, { body: { campaignId: campaign.id, media: [], postUrl: 'https://social.example/p/1', note: 'Posted at noon.' } }))).id;
  const [p1, p2, p3] = [await prove(m1), await prove(m2), await prove(m3)];
  const decide = (id: string, status: 'approved' | 'rejected') => succeed(advertiser.call(decideProof, { params: { id }, body: { status, ...(status === 'rejected' ? { reviewNotes: 'The product is not in the picture' } : {}) } }));
  await decide(p1, 'rejected'); await decide(p2, 'rejected'); await decide(p3, 'approved');
  const upload = await uploadFile(m1, await picture('png'), 'proof', 'a.png');
  const d1 = await succeed(m1.call(openDispute, { params: { id: p1 }, body: { reason: 'The product is on the table behind me. You can see the logo when you zoom in.', files: [upload] } }));
  await succeed(advertiser.call(answerDispute, { params: { id: d1.id }, body: { text: 'Half of it can be seen, the rest is cut off.', award: '40.00' } }));
  const d3 = await succeed(advertiser.call(openDispute, { params: { id: p3 }, body: { reason: 'I clicked the wrong button. The post shows another brand.' } }));
  const shoot = async (client: Client, name: string, path: string, act?: (page: import('@playwright/test').Page) => Promise<void>) => {
    for (const [size, options] of [['1280', { viewport: desktop }], ['390', phone]] as const)
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await open(product, client, { ...options, colorScheme, hasFailedRequests: true });
        await page.goto(`${product.url}${path}`);
        await page.waitForLoadState('networkidle');
        await act?.(page);
        await page.waitForTimeout(400);
        await page.screenshot({ path: `/tmp/disp-shots/${name}-${size}-${colorScheme}.png`, fullPage: true });
        await page.context().close();
      }
  };
  await shoot(m1, 'marketer-proposal', `/disputes/${d1.id}`);
  await shoot(advertiser, 'advertiser-waits', `/disputes/${d1.id}`);
  await shoot(m3, 'marketer-answer', `/disputes/${d3.id}`, async (page) => { await page.getByRole('radio', { name: 'Pay a part' }).check(); await page.getByRole('textbox', { name: 'The marketer gets' }).fill('60'); });
  await shoot(m2, 'rejected-proof', `/campaigns/${campaign.id}`);
  await shoot(m2, 'open-form', `/campaigns/${campaign.id}`, async (page) => { await page.getByRole('button', { name: 'Dispute rejection' }).click(); await page.waitForTimeout(500); });
  await shoot(m3, 'payments', '/payments');
  await shoot(advertiser, 'money', `/campaigns/${campaign.id}?tab=money`);
  await shoot(advertiser, 'review', '/proof-review');
  product.clock.advance(72 * HOUR + MINUTE);
  await product.runDue();
  const admin = await product.signInAdmin();
  await shoot(admin, 'admin-queue', '/admin?tab=disputes');
  await shoot(admin, 'admin-decide', `/disputes/${d3.id}`);
});
