import type { ServerModule } from '#platform/server/server-module.ts';
import { retentionSweep } from './retention-sweep.ts';
import { notificationRoutes } from './routes.ts';
import { notificationSubscriptions } from './subscriptions/subscriptions.ts';

export const notificationsModule: ServerModule = {
  name: 'notifications',
  routes: notificationRoutes,
  subscriptions: notificationSubscriptions,
  sweeps: (deps) => [retentionSweep(deps)],
};
