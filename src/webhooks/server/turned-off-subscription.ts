import { msg } from '#kernel/text.ts';
import { notify } from '#notifications/server/service.ts';
import type { Deps } from '#platform/server/deps.ts';
import { subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import { webhookTurnedOff } from './events.ts';
import * as store from './store.ts';

export function turnedOffSubscription(deps: Deps): Subscription {
  return subscribe(webhookTurnedOff, async (tx, { webhookId, reason }, { ref }) => {
    const webhook = await store.findWebhook(tx, webhookId);
    if (!webhook) return;
    const { host } = new URL(webhook.url);
    await notify(tx, deps, webhook.accountId, {
      kind: 'webhook.turned-off',
      ref,
      title: msg('A webhook was turned off: {host}', { host }),
      text:
        reason === 'gone'
          ? msg('{host} answered that it no longer accepts events. Turn the webhook on again in Settings.', {
              host,
            })
          : msg(
              '{host} has accepted no event for three days. Correct the problem, turn the webhook on again in Settings, and replay what it missed.',
              { host },
            ),
      href: '/settings#webhooks',
      isMailed: true,
    });
  });
}
