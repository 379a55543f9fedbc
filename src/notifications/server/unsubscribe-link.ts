import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import type { Config } from '#platform/server/config.ts';
import type { Deps } from '#platform/server/deps.ts';
import { publicAddress } from '#platform/server/public-address.ts';
import { secretFor } from '#platform/server/secrets.ts';
import { ChosenTopic } from '../choices-contract.ts';
import { showUnsubscribe } from '../unsubscribe-contract.ts';

/** What a link stops: mails about one topic to one person. */
const Stop = z.object({ userId: Id, topic: ChosenTopic });
export type Stop = z.infer<typeof Stop>;

/**
 * Works without a sign-in and without end, because mails are kept for years: all that it can do is stop these mails, and its
 * person can undo that in the settings. Another SECRET_KEY ends it.
 */
export function unsubscribeLink(deps: Pick<Deps, 'config' | 'slots'>, stop: Stop): string {
  return `${publicAddress(deps)}${showUnsubscribe.path}?token=${tokenFor(deps.config, stop)}`;
}

export function tokenFor(config: Config, { userId, topic }: Stop): string {
  return `${userId}.${topic}.${signatureOf(config, userId, topic)}`;
}

/** Null for what we have not signed. */
export function readToken(config: Config, token: string): Stop | null {
  const [userId = '', topic = '', signature = '', ...more] = token.split('.');
  const given = Buffer.from(signature);
  const right = Buffer.from(signatureOf(config, userId, topic));
  if (more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return null;
  // Signed once, and may still be about a topic that is none any more.
  return Stop.safeParse({ userId, topic }).data ?? null;
}

function signatureOf(config: Config, userId: string, topic: string): string {
  return createHmac('sha256', secretFor(config, 'unsubscribe link'))
    .update(`${userId}.${topic}`)
    .digest('base64url');
}
