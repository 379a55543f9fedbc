import { isDeepStrictEqual } from 'node:util';
import { lockProgramOwner } from '#auth/server/tokens/program-owner-service.ts';
import type { BodyOf } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import { addMilliseconds, DAY } from '#kernel/time.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { enqueueMail } from '#platform/server/mail/send-mail.ts';
import { audit } from '#platform/server/security/audit.ts';
import { getPublicUrl } from '#platform/server/security/public-url.ts';
import { type Actor, requireRecentSignIn } from '#platform/server/security/session.ts';
import {
  MAX_WEBHOOKS,
  type createWebhook as createContract,
  type updateWebhook as updateContract,
  type Webhook,
} from '../contract.ts';
import { refuse } from '../domain.ts';
import { refusePrivateReceiver } from './receiver.ts';
import { createSecret, sealSecret } from './secret.ts';
import * as store from './store.ts';
import type { WebhookRow } from './tables.ts';

export async function listWebhooks(deps: Deps, actor: Actor): Promise<Webhook[]> {
  const now = deps.clock.now();
  return (await store.listWebhooks(deps.db, actor.userId)).map((row) => toWebhook(row, now));
}

function toWebhook(row: WebhookRow, now: Date): Webhook {
  const { formerSecretUntil } = row;
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    disabledReason: row.disabledReason,
    failingSince: row.failingSince?.toISOString() ?? null,
    formerSecretUntil: formerSecretUntil && formerSecretUntil > now ? formerSecretUntil.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
  };
}

interface WithSecret {
  secret: string;
  webhook: Webhook;
}

export async function createWebhook(
  deps: Deps,
  actor: Actor,
  { url, events }: BodyOf<typeof createContract>,
): Promise<WithSecret> {
  requireRecentSignIn(deps, actor);
  await refusePrivateReceiver(deps.config, url);
  const id = deps.random.uuid();
  const secret = createSecret(deps);
  const now = deps.clock.now();
  const row = await transact(deps.db, async (tx) => {
    const { owner, isDemo } = await lockProgramOwner(tx, actor);
    if (isDemo) throw refuse('webhook/of-demo');
    if ((await store.countWebhooks(tx, owner.id)) >= MAX_WEBHOOKS) throw refuse('webhook/too-many');
    await auditChange(tx, deps, actor, 'created', id);
    await mailOwner(tx, deps, owner, { id, url });
    return store.insertWebhook(tx, {
      id,
      accountId: owner.id,
      url,
      events,
      sealedSecret: sealSecret(deps.config, id, secret),
      createdAt: now,
    });
  });
  return { secret, webhook: toWebhook(row, now) };
}

/** Another person may have created it. */
async function mailOwner(
  tx: Tx,
  deps: Deps,
  { email, language }: Awaited<ReturnType<typeof lockProgramOwner>>['owner'],
  { id, url }: { id: string; url: string },
): Promise<void> {
  await enqueueMail(tx, deps, {
    ref: `outgoing-webhook.created:${id}`,
    language,
    mail: () => ({
      to: email,
      subject: t('A webhook was created for your Promenade account'),
      text: [
        t('Promenade now calls {host} about events of your account.', { host: new URL(url).host }),
        t(
          'If this was you, you can ignore this email. If not, open {address} now, delete the webhook, end any sessions you don’t recognize, and contact support.',
          { address: `${getPublicUrl(deps)}/settings` },
        ),
      ].join('\n\n'),
    }),
  });
}

/** Turning a webhook off ends what waits for it: what is then missed can be replayed. */
export async function updateWebhook(
  deps: Deps,
  actor: Actor,
  id: string,
  { events, isEnabled }: BodyOf<typeof updateContract>,
): Promise<Webhook> {
  return transact(deps.db, async (tx) => {
    const webhook = await lockOwnWebhook(tx, actor, id);
    const changes = {
      ...(events && !isDeepStrictEqual(events, webhook.events) && { events }),
      ...(isEnabled === true && webhook.disabledReason && { disabledReason: null, failingSince: null }),
      ...(isEnabled === false && !webhook.disabledReason && { disabledReason: 'owner' as const }),
    };
    if (Object.keys(changes).length === 0) return toWebhook(webhook, deps.clock.now());
    if (changes.disabledReason) await store.endWaiting(tx, id, 'disabled');
    await auditChange(tx, deps, actor, 'changed', id);
    return toWebhook(await store.updateWebhook(tx, id, changes), deps.clock.now());
  });
}

/** Receivers have a day to change to the new secret. A second change in that day ends the first secret. */
export async function replaceSecret(deps: Deps, actor: Actor, id: string): Promise<WithSecret> {
  requireRecentSignIn(deps, actor);
  const secret = createSecret(deps);
  const now = deps.clock.now();
  const row = await transact(deps.db, async (tx) => {
    const { sealedSecret } = await lockOwnWebhook(tx, actor, id);
    await auditChange(tx, deps, actor, 'secret-replaced', id);
    return store.updateWebhook(tx, id, {
      sealedSecret: sealSecret(deps.config, id, secret),
      sealedFormerSecret: sealedSecret,
      formerSecretUntil: addMilliseconds(now, DAY),
    });
  });
  return { secret, webhook: toWebhook(row, now) };
}

export async function deleteWebhook(deps: Deps, actor: Actor, id: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    if (!(await store.deleteWebhook(tx, actor.userId, id))) throw refuse('webhook/not-found');
    await auditChange(tx, deps, actor, 'deleted', id);
  });
}

async function lockOwnWebhook(tx: Tx, actor: Actor, id: string): Promise<WebhookRow> {
  const webhook = await store.lockWebhook(tx, id);
  if (webhook?.accountId !== actor.userId) throw refuse('webhook/not-found');
  return webhook;
}

async function auditChange(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  change: 'created' | 'changed' | 'secret-replaced' | 'deleted',
  webhook: string,
): Promise<void> {
  const object = { kind: 'account', id: actor.userId };
  await audit(tx, deps, { actor, action: `outgoing-webhook.${change}`, object, details: { webhook } });
}
