import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import type { Config } from '#platform/server/settings/config.ts';
import type { Deps } from '#platform/server/deps.ts';
import { getPublicUrl } from '#platform/server/security/public-url.ts';
import { deriveSecret } from '#platform/server/security/secrets.ts';
import { OptionalTopic } from '../../choices-contract.ts';
import { showUnsubscribe } from '../../unsubscribe-contract.ts';

const Stop = z.object({ userId: Id, topic: OptionalTopic });
export type Stop = z.infer<typeof Stop>;

/**
 * The link works without signing in and never expires, because emails are kept for years. It can only stop these
 * emails, which the user can undo in the settings. Changing SECRET_KEY invalidates all links.
 */
export function buildUnsubscribeLink(deps: Pick<Deps, 'config' | 'ports'>, stop: Stop): string {
  return `${getPublicUrl(deps)}${showUnsubscribe.path}?token=${createUnsubscribeToken(deps.config, stop)}`;
}

export function createUnsubscribeToken(config: Config, { userId, topic }: Stop): string {
  return `${userId}.${topic}.${sign(config, userId, topic)}`;
}

/** Returns null if the token is not signed by us. */
export function parseToken(config: Config, token: string): Stop | null {
  const [userId = '', topic = '', signature = '', ...more] = token.split('.');
  const given = Buffer.from(signature);
  const right = Buffer.from(sign(config, userId, topic));
  if (more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return null;
  // A correctly signed token may name a topic that was removed since.
  return Stop.safeParse({ userId, topic }).data ?? null;
}

function sign(config: Config, userId: string, topic: string): string {
  return createHmac('sha256', deriveSecret(config, 'unsubscribe link'))
    .update(`${userId}.${topic}`)
    .digest('base64url');
}
