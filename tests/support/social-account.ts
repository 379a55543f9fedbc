/** Accounts on social platforms as marketers come to have them: named, handed in and seen, each step through its own call. */
import { expect } from 'vitest';
import {
  decideSocialAccount,
  declareSocialAccount,
  type SocialAccount,
  submitSocialAccount,
} from '../../src/profiles/social-contract.ts';
import type { SocialPlatform } from '../../src/profiles/social-handle-contract.ts';
import type { Client } from './app.ts';

export interface Named {
  platform: SocialPlatform;
  handle: string;
  followers: number;
}

/** Named, and said to have its code in place. */
export async function handedIn(marketer: Client, body: Named): Promise<SocialAccount> {
  const declared = await marketer.call(declareSocialAccount, { body });
  expect(declared.status, declared.error?.message).toBe(200);
  const submitted = await marketer.call(submitSocialAccount, { params: { id: declared.body.id } });
  expect(submitted.status, submitted.error?.message).toBe(200);
  return submitted.body;
}

/** Seen by an administrator with this number of followers; answers its id. */
export async function connectSocialAccount(marketer: Client, admin: Client, body: Named): Promise<string> {
  const { id, submittedAt } = await handedIn(marketer, body);
  const decided = await admin.call(decideSocialAccount, {
    params: { id },
    body: { status: 'approved', followers: body.followers, submittedAt: submittedAt ?? '' },
  });
  expect(decided.status, decided.error?.message).toBe(200);
  return id;
}
