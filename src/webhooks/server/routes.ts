import { t } from '#kernel/text.ts';
import type { Deps } from '#platform/server/deps.ts';
import { route, type Route } from '#platform/server/http/route.ts';
import * as contract from '../contract.ts';
import { listDeliveries, replayDelivery, sendTestEvent } from './delivery-service.ts';
import { createWebhook, deleteWebhook, listWebhooks, replaceSecret, updateWebhook } from './service.ts';

export function webhookRoutes(deps: Deps): Route[] {
  return [
    route(contract.listOwnWebhooks, async ({ actor }) => ({ webhooks: await listWebhooks(deps, actor) })),
    route(contract.createWebhook, ({ actor, body }) => createWebhook(deps, actor, body)),
    route(contract.updateWebhook, ({ actor, params, body }) => updateWebhook(deps, actor, params.id, body)),
    route(contract.deleteWebhook, async ({ actor, params }) => {
      await deleteWebhook(deps, actor, params.id);
      return { message: t('That webhook gets no more events.') };
    }),
    route(contract.replaceWebhookSecret, ({ actor, params }) => replaceSecret(deps, actor, params.id)),
    route(contract.listWebhookDeliveries, async ({ actor, params, query, reply }) => {
      const { deliveries, link } = await listDeliveries(deps, actor, params.id, query);
      if (link) reply.header('link', link);
      return deliveries;
    }),
    route(contract.sendTestEvent, ({ actor, params }) => sendTestEvent(deps, actor, params.id)),
    route(contract.replayWebhookDelivery, ({ actor, params }) => replayDelivery(deps, actor, params.id)),
  ];
}
