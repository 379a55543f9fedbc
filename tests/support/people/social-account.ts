/** Social media accounts, each step through its own call. */
import {
  decideSocialAccount,
  declareSocialAccount,
  type SocialAccount,
  submitSocialAccount,
} from '#profiles/social-contract.ts';
import type { SocialPlatform } from '#profiles/social-handle-contract.ts';
import type { Client } from '../app.ts';
import { succeed } from '../client.ts';

interface Named {
  platform: SocialPlatform;
  handle: string;
  followers: number;
}

/** Adds an account for the marketer and submits it for review. */
export async function handedIn(marketer: Client, body: Named): Promise<SocialAccount> {
  const { id } = await succeed(marketer.call(declareSocialAccount, { body }));
  return succeed(marketer.call(submitSocialAccount, { params: { id } }));
}

/** Approves an account with this follower count, as an admin. Returns its id. */
export async function connectSocialAccount(marketer: Client, admin: Client, body: Named): Promise<string> {
  const { id, submittedAt } = await handedIn(marketer, body);
  const decision = { status: 'approved', followers: body.followers, submittedAt: submittedAt ?? '' } as const;
  await succeed(admin.call(decideSocialAccount, { params: { id }, body: decision }));
  return id;
}
