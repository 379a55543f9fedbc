/** Marketers who are ready to work: consents given, applied and approved, each step through its own call. */
import { apply, decideApplication } from '#applications/contract.ts';
import type { Campaign } from '#campaigns/contract.ts';
import type { CampaignFormInput } from '#campaigns/form-contract.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { updateCompliance } from '#profiles/contract.ts';
import type { Client, TestApp } from '../app.ts';
import { succeed } from '../client.ts';
import { fundedCampaign } from './funded-campaign.ts';
import { knowFollowers } from './known-followers.ts';
import { knowNameAndPhoto } from './name-and-photo.ts';

export const confirmTerms = (client: Client) =>
  succeed(
    client.call(updateCompliance, {
      body: { ageVerified: true, termsAccepted: true, privacyAccepted: true },
    }),
  );

export async function giveConsents(marketer: Client): Promise<void> {
  await confirmTerms(marketer);
  await succeed(marketer.call(updateCompliance, { body: { locationConsent: true } }));
}

/** Returns a marketer who has given every consent, and has followers, a name and a photo. */
export async function readyMarketer(app: TestApp): Promise<Client> {
  const marketer = await app.signIn('marketer');
  await giveConsents(marketer);
  await knowFollowers(app.database, marketer.userId);
  await knowNameAndPhoto(app.database, marketer.userId);
  return marketer;
}

/** Applies as the marketer and approves as the advertiser. Returns the application's id. */
export async function approve(advertiser: Client, marketer: Client, campaignId: string): Promise<string> {
  const { id } = await succeed(marketer.call(apply, { body: { campaignId } }));
  await succeed(advertiser.call(decideApplication, { params: { id }, body: { status: 'approved' } }));
  return id;
}

export interface Work {
  campaign: Campaign;
  advertiser: Client;
  marketers: Client[];
  /** The start of the campaign; the clock is set to a minute later. */
  startsAt: Date;
}

/** Returns a started, funded campaign with this many approved marketers. Their sessions are still valid. */
export async function runningCampaign(
  app: TestApp,
  changes: Partial<CampaignFormInput> = {},
  people = 1,
): Promise<Work> {
  const advertiser = await app.signIn('advertiser');
  const startsAt = new Date(app.clock.now().getTime() + HOUR);
  const campaign = await fundedCampaign(app, advertiser, { startTime: startsAt.toISOString(), ...changes });
  const marketers: Client[] = [];
  while (marketers.length < people) {
    const marketer = await readyMarketer(app);
    await approve(advertiser, marketer, campaign.id);
    marketers.push(marketer);
  }
  app.clock.set(new Date(startsAt.getTime() + MINUTE));
  return { campaign, advertiser, marketers, startsAt };
}
