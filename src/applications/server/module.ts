import { campaignClosed } from '#campaigns/server/events.ts';
import { on } from '#platform/server/outbox/announce.ts';
import type { ServerModule } from '#platform/server/server-module.ts';
import { rejectWaiting } from './deciding-service.ts';
import { applicationRoutes } from './routes.ts';

export const applicationsModule: ServerModule = {
  name: 'applications',
  routes: applicationRoutes,
  subscriptions: (deps) => [on(campaignClosed, (tx, closed) => rejectWaiting(tx, deps, closed))],
};
