import * as contract from '#notifications/contract.ts';
import type { Deps } from '#platform/server/deps.ts';
import { route, type Route } from '#platform/server/route.ts';
import { listNotifications, markNotificationsRead } from './service.ts';

export function notificationRoutes(deps: Deps): Route[] {
  return [
    route(contract.listNotifications, ({ actor }) => listNotifications(deps, actor)),
    route(contract.markNotificationsRead, async ({ actor, body }) => {
      await markNotificationsRead(deps, actor, body);
      return { message: 'Marked as read.' };
    }),
  ];
}
