import { tierFollowers } from '#campaigns/contract.ts';
import type { SocialPlatform } from '#campaigns/fields-contract.ts';
import { addMilliseconds, HOUR } from '#kernel/time.ts';
import { decideSocialAccount } from '#profiles/server/social/social-review-service.ts';
import {
  declareSocialAccount,
  listSocialAccounts,
  submitSocialAccount,
} from '#profiles/server/social/social-service.ts';
import type { CampaignPlan } from './campaign-plan.ts';
import { signIn } from './joining-steps.ts';
import { adminEmail } from './people.ts';
import { getActor, type Step, type World } from './world.ts';

export function socialSteps(plans: readonly CampaignPlan[], joinsAt: ReadonlyMap<string, Date>): Step[] {
  const shown = new Map<string, { who: string; platform: SocialPlatform; followers: number }>();
  for (const { form, crew, ends } of plans) {
    const { socialMediaPlatform: platform, requiredTier: tier } = form;
    if (ends || !platform || !tier) continue;
    const followers = 3 * tierFollowers[tier][0];
    for (const { who } of crew) {
      const key = `${who} on ${platform}`;
      const before = shown.get(key);
      if (before && before.followers !== followers) throw new Error(`${key} is planned for two tiers`);
      shown.set(key, { who, platform, followers });
    }
  }
  return [...shown.values()].map(({ who, platform, followers }) => ({
    at: addMilliseconds(joinsAt.get(who) ?? new Date(0), 2 * HOUR),
    do: (world) => connect(world, who, { platform, followers }),
  }));
}

export const toHandle = (who: string) => `${who}promenade`;

/** Declares and submits a social account, and lets the administrator approve it. */
async function connect(
  world: World,
  who: string,
  { platform, followers }: { platform: SocialPlatform; followers: number },
): Promise<void> {
  const { deps } = world;
  const actor = getActor(world, who);
  const present = (await listSocialAccounts(deps, actor)).find((account) => account.platform === platform);
  if (present?.verifiedFollowers) return;
  const handle = toHandle(who);
  const { id } = present ?? (await declareSocialAccount(deps, actor, { platform, handle, followers }));
  const { submittedAt } = await submitSocialAccount(deps, actor, id);
  // Sends pending mail first, so that the administrator's newest mail is the sign-in code.
  await world.runDue();
  await signIn(world, adminEmail, { email: adminEmail, userType: 'advertiser' });
  await decideSocialAccount(deps, getActor(world, adminEmail), id, {
    status: 'approved',
    followers,
    submittedAt: submittedAt ?? '',
  });
}
