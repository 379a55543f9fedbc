import type { ServerModule } from '#platform/server/server-module.ts';
import { deadlineSweep } from './deadlines/warn-of-deadlines.ts';
import { waitingSweep } from './delivery/waiting-sweep.ts';
import { pushEffects } from './push/push-effects.ts';
import { retentionSweep } from './retention-sweep.ts';
import { notificationRoutes } from './routes.ts';
import { notificationSubscriptions } from './subscriptions/subscriptions.ts';

export const notificationsModule: ServerModule = {
  name: 'notifications',
  routes: notificationRoutes,
  subscriptions: notificationSubscriptions,
  effects: pushEffects,
  sweeps: (deps) => [retentionSweep(deps), waitingSweep(deps), deadlineSweep(deps)],
};
