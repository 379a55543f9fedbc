/**
 * Social campaigns, in which the proof is a post's link: no session, no files. Each place pays $100, on YouTube $200.
 */
import { expect } from 'vitest';
import { apply } from '#applications/contract.ts';
import type { Campaign } from '#campaigns/contract.ts';
import { HOUR } from '#kernel/time.ts';
import { submitProof } from '#proofs/contract.ts';
import type { SocialPlatform } from '#profiles/social-handle-contract.ts';
import type { Client, TestApp } from '../app.ts';
import { approve, readyMarketer } from './approved-marketer.ts';
import { succeed } from '../client.ts';
import { fundedCampaign } from './funded-campaign.ts';
import { knowFollowers } from './known-followers.ts';

/** Returns a new marketer with a place in a campaign that approves automatically. */
export async function placeHolder(app: TestApp, campaignId: string): Promise<Client> {
  const marketer = await readyMarketer(app);
  const { status } = await succeed(marketer.call(apply, { body: { campaignId } }));
  expect(status).toBe('approved');
  return marketer;
}

/** Returns a started, funded campaign with this many marketers. */
export async function socialWork(
  app: TestApp,
  advertiser: Client,
  {
    places,
    holders: count,
    autoApprove = true,
    platform = 'instagram',
  }: { places: number; holders: number; autoApprove?: boolean; platform?: SocialPlatform },
): Promise<{ campaign: Campaign; holders: Client[] }> {
  const campaign = await fundedCampaign(app, advertiser, {
    campaignType: 'social',
    socialMediaPlatform: platform,
    ...(platform === 'instagram' ? {} : { contentType: 'video' as const }),
    autoApprove,
    startTime: new Date(app.clock.now().getTime() + HOUR).toISOString(),
    totalMarketersNeeded: places,
    totalBudget: (platform === 'youtube' ? 200 : 100) * places,
  });
  const holders: Client[] = [];
  while (holders.length < count) {
    const marketer = await readyMarketer(app);
    if (platform !== 'instagram') await knowFollowers(app.database, marketer.userId, 50_000, platform);
    if (autoApprove) await succeed(marketer.call(apply, { body: { campaignId: campaign.id } }));
    else await approve(advertiser, marketer, campaign.id);
    holders.push(marketer);
  }
  app.clock.advance(HOUR);
  return { campaign, holders };
}

/** Sends the link of a post that proves no other work. Returns the proof's id. */
export async function sendPost(marketer: Client, campaignId: string): Promise<string> {
  const postUrl = `https://instagram.com/p/${marketer.userId}-${campaignId}`;
  const body = { campaignId, postUrl, media: [] };
  return (await succeed(marketer.call(submitProof, { body }))).id;
}
