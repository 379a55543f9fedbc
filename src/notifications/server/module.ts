import type { ServerModule } from '#platform/server/server-module.ts';
import { closingNotices } from './closing-subscriptions.ts';
import { disputeNotices } from './dispute-subscriptions.ts';
import { refundNotices } from './refund-subscriptions.ts';
import { notificationRoutes } from './routes.ts';
import { notificationSubscriptions } from './subscriptions.ts';

export const notificationsModule: ServerModule = {
  name: 'notifications',
  routes: notificationRoutes,
  subscriptions: (deps) => [
    ...notificationSubscriptions(deps),
    ...closingNotices(deps),
    ...disputeNotices(deps),
    ...refundNotices(deps),
  ],
};
