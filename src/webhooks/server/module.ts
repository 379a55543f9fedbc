import type { ServerModule } from '#platform/server/server-module.ts';
import { callEffects } from './call-effects.ts';
import { webhookRoutes } from './routes.ts';
import { webhookSubscriptions } from './subscriptions.ts';
import { dueCallsSweep, retentionSweep } from './sweeps.ts';

export const webhooksModule: ServerModule = {
  name: 'webhooks',
  routes: webhookRoutes,
  subscriptions: webhookSubscriptions,
  effects: callEffects,
  sweeps: (deps) => [dueCallsSweep(deps), retentionSweep(deps)],
};
