/** Social work whose pay has arrived at the wallet, so that both sides can rate it. */
import { listApplications } from '#applications/contract.ts';
import type { Campaign } from '#campaigns/contract.ts';
import { decideProof } from '#proofs/contract.ts';
import type { Client, TestApp } from '../app.ts';
import { succeed } from '../client.ts';
import { makePayable, untilPaid } from './identity-check.ts';
import { sendPost, socialWork } from './social-work.ts';

export interface PaidWork {
  campaign: Campaign;
  marketer: Client;
  applicationId: string;
}

export async function findApplicationId(marketer: Client, campaignId: string): Promise<string> {
  const [application] = await succeed(marketer.call(listApplications, { query: { campaignId } }));
  if (!application) throw new Error('the marketer has not applied');
  return application.id;
}

/** Returns work that is approved, and paid once `pay` was awaited. */
export async function approvedWork(app: TestApp, advertiser: Client): Promise<PaidWork> {
  const { campaign, holders } = await socialWork(app, advertiser, { places: 1, holders: 1 });
  const [marketer] = holders;
  if (!marketer) throw new Error('there is no marketer with the place');
  const id = await sendPost(marketer, campaign.id);
  await succeed(advertiser.call(decideProof, { params: { id }, body: { status: 'approved' } }));
  return { campaign, marketer, applicationId: await findApplicationId(marketer, campaign.id) };
}

export async function pay(app: TestApp, { marketer }: Pick<PaidWork, 'marketer'>): Promise<void> {
  const recent = await app.signIn('marketer', marketer.email);
  await makePayable(app, recent);
  await untilPaid(app, recent);
}

export async function paidWork(app: TestApp, advertiser: Client): Promise<PaidWork> {
  const work = await approvedWork(app, advertiser);
  await pay(app, work);
  return work;
}
