import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { IsoTime } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import {
  defineEffect,
  type EffectContext,
  type EffectHandler,
  enqueue,
  handleEffect,
  type Outcome,
} from '#platform/server/outbox/enqueue.ts';
import { loadConfirmedAccounts } from '#profiles/server/social/social-service.ts';
import { PostCheckReason, type PostSeen } from '#proofs/post-contract.ts';
import type { Deps } from '../ports.ts';
import { type Answer, createPlatformClient, type PlatformClient } from './oembed-client.ts';
import { type AskedPlatform, askedPlatforms, toPostLink } from './platforms.ts';
import * as store from './post-store.ts';

/** Where this server answers in place of the platforms, outside production. */
export const PLATFORM_SIMULATOR_PATH = '/platform-simulator';

/** Names the look instead of containing the link, so that a new link is asked for. */
const Look = z.object({ proofId: Id, reason: PostCheckReason, dueAt: IsoTime });

const looks = askedPlatforms.map((platform) => ({
  platform,
  effect: defineEffect(`post.look-${platform}`, Look),
}));

/** About two hours: the pauses between attempts grow to 15 minutes. */
const ATTEMPTS = 16;

export async function enqueueLooks({ db, config, clock, random }: Deps): Promise<void> {
  if (!config.postChecks.isOn) return;
  await transact(db, async (tx) => {
    for (const { platform, ...look } of await store.markAsked(tx, clock.now())) {
      const { effect } = looks.find((one) => one.platform === platform) ?? {};
      if (!effect) throw new Error(`Bug: ${platform} is not asked`);
      const payload = { ...look, dueAt: look.dueAt.toISOString() };
      // Another post gets another time, and so a question of its own.
      const ref = `${look.proofId}:${look.reason}:${payload.dueAt}`;
      await enqueue(tx, effect, { ref, payload }, clock, random);
    }
  });
}

/** Each platform has a lane of its own, so that a silent one delays only its own posts. */
export function lookEffects(deps: Deps): EffectHandler[] {
  return looks.map(({ platform, effect }) => {
    let client: PlatformClient | undefined;
    const getClient = () => (client ??= createPlatformClient(platform, deps.clock));
    return handleEffect(effect, {
      lane: { name: effect.kind, getCircuit: () => getClient().getCircuit() },
      attempts: ATTEMPTS + 1,
      isHeld: () => !deps.config.postChecks.isOn,
      perform: async (payload, context) =>
        look(deps, platform, getClient(), { ...payload, dueAt: new Date(payload.dueAt) }, context),
      record: async (tx, { dueAt, ...key }, outcome) => {
        if (outcome.status !== 'done') return;
        await store.recordSeen(
          tx,
          { ...key, dueAt: new Date(dueAt) },
          { seen: outcome.value, at: deps.clock.now() },
        );
      },
    });
  });
}

async function look(
  deps: Deps,
  platform: AskedPlatform,
  client: PlatformClient,
  key: store.LookKey,
  { attempts, signal }: EffectContext,
): Promise<Outcome<PostSeen>> {
  const post = await store.findAsked(deps.db, key);
  const link = post && toPostLink(platform, post.postUrl ?? '');
  if (!post || link === undefined || link === null)
    return { status: 'refused', reason: 'the post is not due any more' };
  const answer = await client.ask(link, getBaseUrl(deps), signal);
  if (answer.kind === 'silent')
    return attempts < ATTEMPTS
      ? { status: 'retry', reason: answer.reason }
      : { status: 'done', value: 'no-answer' };
  const accounts = await loadConfirmedAccounts(deps.db, [post.marketerId], platform, deps.clock.now());
  return { status: 'done', value: compareAuthor(answer, accounts.get(post.marketerId)?.handle) };
}

function compareAuthor(answer: Exclude<Answer, { kind: 'silent' }>, confirmed: string | undefined): PostSeen {
  if (answer.kind !== 'found') return answer.kind;
  if (answer.handle === null || confirmed === undefined) return 'unclear';
  return answer.handle.toLowerCase() === confirmed.toLowerCase() ? 'live' : 'other-account';
}

function getBaseUrl({ config, ports }: Deps): string | undefined {
  if (config.production) return undefined;
  return config.postChecks.baseUrl ?? `${ports.getListeningAddress()}${PLATFORM_SIMULATOR_PATH}`;
}
