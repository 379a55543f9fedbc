import type { FastifyReply } from 'fastify';
import { t } from '#kernel/text.ts';
import * as contract from '#notifications/contract.ts';
import * as choices from '#notifications/choices-contract.ts';
import * as pushing from '#notifications/push-contract.ts';
import * as scheduling from '#notifications/schedule-contract.ts';
import * as stopping from '#notifications/unsubscribe-contract.ts';
import * as tasks from '#notifications/tasks-contract.ts';
import type { Deps } from '#platform/server/deps.ts';
import { rawRoute, route, type Route } from '#platform/server/http/route.ts';
import { readSchedule, setSchedule } from './delivery/schedule-service.ts';
import { readChoices, setChoice } from './email-choices/choices-service.ts';
import { linkToNextNotifications, listNotifications } from './list-service.ts';
import { openNotificationStream } from './notification-stream.ts';
import { deletePushSubscription, savePushSubscription } from './push/push-service.ts';
import { pushPublicKey } from './push/vapid.ts';
import { markNotificationsRead } from './service.ts';
import { listTasks } from './tasks/task-service.ts';
import { type PageAnswer, showUnsubscribe, unsubscribe } from './email-choices/unsubscribe-service.ts';

export function notificationRoutes(deps: Deps): Route[] {
  return [
    route(contract.listNotifications, async ({ actor, query, reply }) => {
      const answer = await listNotifications(deps, actor, query);
      const link = linkToNextNotifications(answer.notifications, query);
      if (link) reply.header('link', link);
      return answer;
    }),
    rawRoute(contract.streamNotifications, (context) => openNotificationStream(deps, context)),
    route(contract.markNotificationsRead, async ({ actor, body }) => {
      await markNotificationsRead(deps, actor, body);
      return { message: t('Marked as read.') };
    }),
    route(tasks.listTasks, ({ actor }) => listTasks(deps, actor)),
    route(choices.getNotificationChoices, ({ actor }) => readChoices(deps.db, actor)),
    route(choices.setNotificationChoice, ({ actor, body }) => setChoice(deps, actor, body)),
    route(scheduling.getNotificationSchedule, ({ actor }) => readSchedule(deps.db, actor.userId)),
    route(scheduling.setNotificationSchedule, ({ actor, body }) => setSchedule(deps, actor, body)),
    route(pushing.getPushKey, () => ({ publicKey: pushPublicKey(deps.config) })),
    route(pushing.savePushSubscription, async ({ actor, body }) => {
      await savePushSubscription(deps, actor, body);
      return { message: t('Push messages are on in this browser.') };
    }),
    route(pushing.deletePushSubscription, async ({ actor, body }) => {
      await deletePushSubscription(deps, actor, body);
      return { message: t('Push messages are off in this browser.') };
    }),
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
