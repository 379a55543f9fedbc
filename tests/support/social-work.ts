/** Social campaigns, whose work is a post's address: no session, no files. Each place pays $100. */
import { expect } from 'vitest';
import { apply, decideApplication } from '../../src/applications/contract.ts';
import type { Campaign } from '../../src/campaigns/contract.ts';
import { HOUR } from '../../src/kernel/time.ts';
import { submitProof } from '../../src/proofs/contract.ts';
import type { Client, TestApp } from './app.ts';
import { readyMarketer } from './approved-marketer.ts';
import { fundedCampaign } from './funded-campaign.ts';

/** Somebody new who holds a place in a campaign that gives places by itself. */
export async function placeHolder(app: TestApp, campaignId: string): Promise<Client> {
  const marketer = await readyMarketer(app);
  const applied = await marketer.call(apply, { body: { campaignId } });
  expect(applied.body.status, applied.error?.message).toBe('approved');
  return marketer;
}

/** A funded campaign that has begun, and as many who hold a place in it as asked for. */
export async function socialWork(
  app: TestApp,
  advertiser: Client,
  { places, holders: count, autoApprove = true }: { places: number; holders: number; autoApprove?: boolean },
): Promise<{ campaign: Campaign; holders: Client[] }> {
  const campaign = await fundedCampaign(app, advertiser, {
    campaignType: 'social',
    autoApprove,
    startTime: new Date(app.clock.now().getTime() + HOUR).toISOString(),
    totalMarketersNeeded: places,
    totalBudget: 100 * places,
  });
  const holders: Client[] = [];
  for (let index = 0; index < count; index += 1) {
    const marketer = await readyMarketer(app);
    const applied = await marketer.call(apply, { body: { campaignId: campaign.id } });
    expect(applied.status, applied.error?.message).toBe(201);
    if (!autoApprove) {
      const params = { id: applied.body.id };
      await advertiser.call(decideApplication, { params, body: { status: 'approved' } });
    }
    holders.push(marketer);
  }
  app.clock.advance(HOUR);
  return { campaign, holders };
}

/** Sends the address of a post; answers the proof's id. */
export async function sendPost(marketer: Client, campaignId: string): Promise<string> {
  const sent = await marketer.call(submitProof, {
    body: { campaignId, postUrl: 'https://instagram.com/p/one', media: [] },
  });
  expect(sent.status, sent.error?.message).toBe(201);
  return sent.body.id;
}
