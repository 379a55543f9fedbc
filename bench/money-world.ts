import { apply } from '#applications/server/deciding-service.ts';
import { socialForm } from '#campaigns/sample.ts';
import { MINUTE } from '#kernel/time.ts';
import type { App } from '#main/app.ts';
import { submitProof } from '#proofs/server/service.ts';
import {
  ADMIN_EMAIL,
  fundedCampaign,
  type Member,
  type MovableClock,
  readyMarketer,
  signUp,
} from './prepared-world.ts';

export interface MoneyWorld {
  address: string;
  /** A cookie. */
  advertiser: string;
  oneCampaignProofIds: string[];
  /** Neighbours are never in the same campaign. */
  manyCampaignsProofIds: string[];
}

export interface MoneySize {
  marketers: number;
  /** Each has `marketers` × `proofsEach` / `campaigns` places. */
  campaigns: number;
  /** Each marketer also sends one to the single campaign. */
  proofsEach: number;
}

/** Sign-ups and proofs mostly wait for the disk. */
const AT_ONCE = 8;
const PAY_DOLLARS = 10;

export async function prepareMoneyWorld(
  app: App,
  clock: MovableClock,
  address: string,
  { marketers: count, campaigns, proofsEach }: MoneySize,
): Promise<MoneyWorld> {
  const advertiser = await signUp(app, 'advertiser@bench.test', 'advertiser');
  const admin = await signUp(app, ADMIN_EMAIL, 'advertiser');
  const marketers: Member[] = [];
  for (let number = 1; number <= count; number += 1) {
    marketers.push(await readyMarketer(app, `marketer-${number}@bench.test`, admin));
  }
  const fund = (title: string, places: number) =>
    fundedCampaign(
      app,
      address,
      advertiser,
      socialForm(clock.now(), {
        title,
        startTime: new Date(clock.now().getTime() + 30 * MINUTE).toISOString(),
        totalMarketersNeeded: places,
        totalBudget: places * PAY_DOLLARS,
        requiredTier: 'nano',
        payRate: PAY_DOLLARS,
        autoApprove: true,
      }),
    );
  const one = await fund('One', count);
  const many: string[] = [];
  for (let number = 1; number <= campaigns; number += 1) {
    many.push(await fund(`Post ${number}`, (count * proofsEach) / campaigns));
  }
  clock.aheadMs += 40 * MINUTE;

  const prove = async ({ actor }: Member, campaignId: string) => {
    await apply(app.deps, actor, campaignId);
    const postUrl = `https://instagram.com/p/${actor.userId}`;
    return (await submitProof(app.deps, actor, { campaignId, postUrl, media: [] })).id;
  };
  const oneCampaignProofIds = await inParallel(marketers, (member) => prove(member, one));
  // Marketer m sends to campaigns m, m + 1, …, so every place is filled and no marketer sends twice to the
  // same campaign.
  const sent = await inParallel(
    Array.from({ length: proofsEach }, (_, round) => round).flatMap((round) =>
      marketers.map((member, index) => ({ member, campaign: (index + round) % campaigns })),
    ),
    async ({ member, campaign }) => prove(member, many[campaign] ?? ''),
  );
  await app.worker.runDue();
  return { address, advertiser: advertiser.cookie, oneCampaignProofIds, manyCampaignsProofIds: sent };
}

async function inParallel<Input, Output>(
  inputs: readonly Input[],
  work: (input: Input) => Promise<Output>,
): Promise<Output[]> {
  const outputs: Output[] = [];
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < inputs.length; index = next++) {
      const input = inputs[index];
      if (input !== undefined) outputs[index] = await work(input);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return outputs;
}
