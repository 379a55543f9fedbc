import { Agent, fetch } from 'undici';
import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { DAY, IsoTime, SECOND } from '#kernel/time.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import {
  defineEffect,
  type EffectContext,
  type EffectHandler,
  enqueue,
  handleEffect,
  type Outcome,
} from '#platform/server/outbox/enqueue.ts';
import {
  createGuardedLookup,
  isPrivateAddress,
  requirePublicUrl,
} from '#platform/server/security/public-address.ts';
import { encryptPush, MAX_PAYLOAD_BYTES } from './encryption.ts';
import {
  deletePushSubscriptionById,
  findPush,
  listPushSubscriptions,
  type PushTarget,
} from './push-store.ts';
import { buildVapidHeader } from './vapid.ts';

/** Names the message instead of containing it, so that the outbox keeps no text about a user. */
const Push = z.object({
  subscriptionId: Id,
  kind: z.string(),
  ref: z.string(),
  /** The message is of no use afterwards. */
  deadline: IsoTime.optional(),
});

/** The services of the large browsers. A slow one delays only its own messages. */
const hosts: Readonly<Record<string, RegExp>> = {
  google: /(?:^|\.)googleapis\.com$/,
  mozilla: /(?:^|\.)push\.services\.mozilla\.com$/,
  apple: /(?:^|\.)push\.apple\.com$/,
  microsoft: /(?:^|\.)notify\.windows\.com$/,
};
const effects = [...Object.keys(hosts), 'other'].map((service) => ({
  service,
  effect: defineEffect(`push.${service}`, Push),
}));

function findEffect(endpoint: string) {
  const { hostname } = new URL(endpoint);
  const found = effects.find(({ service }) => hosts[service]?.test(hostname)) ?? effects.at(-1);
  if (!found) throw new Error('Bug: no effect for other push services');
  return found.effect;
}

export async function enqueuePush(
  tx: Tx,
  { clock, random, config }: Pick<Deps, 'clock' | 'random' | 'config'>,
  userId: string,
  { kind, ref, deadline }: Pick<PushTarget, 'kind' | 'ref'> & { deadline?: Date | null },
): Promise<void> {
  if (config.push.key === undefined) return;
  for (const { id, endpoint } of await listPushSubscriptions(tx, userId)) {
    const payload = { subscriptionId: id, kind, ref, deadline: deadline?.toISOString() };
    await enqueue(tx, findEffect(endpoint), { ref: `${id}:${kind}:${ref}`, payload }, clock, random);
  }
}

/** After these attempts a message is dropped: it is in the app, and too old to interrupt the user. */
const ATTEMPTS = 8;
const TIMEOUT_MS = 10 * SECOND;
/** How long a push service keeps a message for a browser that is not running, at most until its deadline. */
const KEPT_MS = DAY;
const GONE = 'the browser no longer takes messages'; // not for users

export function pushEffects(deps: Deps): EffectHandler[] {
  const dispatcher = new Agent({
    connect: { lookup: createGuardedLookup(deps.config.push), timeout: TIMEOUT_MS },
    // A message is a single call, and open connections would delay a stop.
    pipelining: 0,
  });
  return effects.map(({ effect }) =>
    handleEffect(effect, {
      perform: async (payload, context) =>
        dropOldOnes(await sendPush(deps, dispatcher, payload, context.signal), context),
      record: async (tx, { subscriptionId }, outcome) => {
        if (outcome.status === 'refused' && outcome.reason === GONE)
          await deletePushSubscriptionById(tx, subscriptionId);
      },
    }),
  );
}

function dropOldOnes(outcome: Outcome<undefined>, { attempts }: EffectContext): Outcome<undefined> {
  const isOpen = outcome.status === 'retry' || outcome.status === 'unknown';
  return isOpen && attempts >= ATTEMPTS ? { status: 'refused', reason: outcome.reason } : outcome;
}

async function sendPush(
  deps: Deps,
  dispatcher: Agent,
  { deadline, ...target }: z.infer<typeof Push>,
  signal: AbortSignal,
): Promise<Outcome<undefined>> {
  const push = await findPush(deps.db, target);
  if (!push) return { status: 'refused', reason: 'the browser or the notification is gone' };
  const leftMs = deadline === undefined ? KEPT_MS : Date.parse(deadline) - deps.clock.now().getTime();
  if (leftMs <= 0) return { status: 'refused', reason: 'the deadline has passed' };
  try {
    const url = requirePublicUrl(push.endpoint, deps.config.push);
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: buildVapidHeader(deps, push.endpoint),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(Math.floor(Math.min(KEPT_MS, leftMs) / SECOND)),
      },
      body: encryptPush(formatPayload(push), push),
      // A redirect could lead to a private address.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      dispatcher,
    });
    await answer.body?.cancel();
    return toOutcome(answer.status);
  } catch (error) {
    if (isPrivateAddress(error)) return { status: 'refused', reason: GONE };
    // A message that arrives twice replaces itself: the service worker shows it under its id.
    return { status: 'retry', reason: 'the push service did not answer' };
  }
}

function toOutcome(status: number): Outcome<undefined> {
  if (status >= 200 && status < 300) return { status: 'done', value: undefined };
  if (status === 404 || status === 410) return { status: 'refused', reason: GONE };
  const reason = `the push service answered ${status}`; // not for users
  return status === 429 || status >= 500 ? { status: 'retry', reason } : { status: 'refused', reason };
}

/** Shortens the text if it does not fit into a message. */
function formatPayload({
  id,
  title,
  text,
  href,
}: {
  id: string;
  title: string;
  text: string;
  href: string | null;
}): Buffer {
  const format = (shown: string) =>
    Buffer.from(JSON.stringify({ id, title, text: shown, href: href ?? '/' }));
  // JSON needs at most six bytes per UTF-16 unit.
  const whole = format(text);
  return whole.length <= MAX_PAYLOAD_BYTES ? whole : format(`${text.slice(0, 300)}…`);
}
