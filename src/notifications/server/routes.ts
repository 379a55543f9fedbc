import type { FastifyReply } from 'fastify';
import * as contract from '#notifications/contract.ts';
import * as choices from '#notifications/choices-contract.ts';
import * as stopping from '#notifications/unsubscribe-contract.ts';
import type { Deps } from '#platform/server/deps.ts';
import { rawRoute, route, type Route } from '#platform/server/http/route.ts';
import { readChoices, setChoice } from './email-choices/choices-service.ts';
import { listNotifications, markNotificationsRead } from './service.ts';
import { type PageAnswer, showUnsubscribe, unsubscribe } from './email-choices/unsubscribe-service.ts';

export function notificationRoutes(deps: Deps): Route[] {
  return [
    route(contract.listNotifications, ({ actor }) => listNotifications(deps, actor)),
    route(contract.markNotificationsRead, async ({ actor, body }) => {
      await markNotificationsRead(deps, actor, body);
      return { message: 'Marked as read.' };
    }),
    route(choices.getNotificationChoices, ({ actor }) => readChoices(deps.db, actor)),
    route(choices.setNotificationChoice, ({ actor, body }) => setChoice(deps, actor, body)),
    rawRoute(stopping.showUnsubscribe, async ({ query, reply }) =>
      sendPage(reply, await showUnsubscribe(deps, query.token)),
    ),
    rawRoute(stopping.unsubscribe, async ({ query, reply }) =>
      sendPage(reply, await unsubscribe(deps, query.token)),
    ),
  ];
}

function sendPage(reply: FastifyReply, { status, html }: PageAnswer): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);
}
