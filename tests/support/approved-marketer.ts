/** Marketers as they come to their work: consents given, applied and approved, each step through its own call. */
import { apply, decideApplication } from '../../src/applications/contract.ts';
import type { Campaign } from '../../src/campaigns/contract.ts';
import type { CampaignFormInput } from '../../src/campaigns/form-contract.ts';
import { HOUR, MINUTE } from '../../src/kernel/time.ts';
import { updateCompliance } from '../../src/profiles/contract.ts';
import type { Client, TestApp } from './app.ts';
import { succeed } from './client.ts';
import { fundedCampaign } from './funded-campaign.ts';
import { knowFollowers } from './known-followers.ts';

/** A marketer who has confirmed age, terms and privacy, agrees to be tracked, and has followers. */
export async function readyMarketer(app: TestApp): Promise<Client> {
  const marketer = await app.signIn('marketer');
  await marketer.call(updateCompliance, {
    body: { ageVerified: true, termsAccepted: true, privacyAccepted: true },
  });
  await marketer.call(updateCompliance, { body: { locationConsent: true } });
  await knowFollowers(app.database, marketer.userId);
  return marketer;
}

/** Applies and is approved; answers the application's id. */
export async function approve(advertiser: Client, marketer: Client, campaignId: string): Promise<string> {
  const { id } = await succeed(marketer.call(apply, { body: { campaignId } }));
  await succeed(advertiser.call(decideApplication, { params: { id }, body: { status: 'approved' } }));
  return id;
}

export interface Work {
  campaign: Campaign;
  advertiser: Client;
  marketers: Client[];
  /** When the campaign starts; the clock stands a minute later. */
  startsAt: Date;
}

/** A funded campaign whose time has come, with as many approved marketers as asked for. Sessions are still valid then. */
export async function runningCampaign(
  app: TestApp,
  changes: Partial<CampaignFormInput> = {},
  people = 1,
): Promise<Work> {
  const advertiser = await app.signIn('advertiser');
  const startsAt = new Date(app.clock.now().getTime() + HOUR);
  const campaign = await fundedCampaign(app, advertiser, { startTime: startsAt.toISOString(), ...changes });
  const marketers: Client[] = [];
  for (let count = 0; count < people; count += 1) {
    const marketer = await readyMarketer(app);
    await approve(advertiser, marketer, campaign.id);
    marketers.push(marketer);
  }
  app.clock.set(new Date(startsAt.getTime() + MINUTE));
  return { campaign, advertiser, marketers, startsAt };
}
