import { paymentCaptured } from '#payments/server/events.ts';
import { on } from '#platform/server/outbox/announce.ts';
import type { ServerModule } from '#platform/server/server-module.ts';
import { fundFromCapture } from './funding-service.ts';
import { campaignRoutes } from './routes.ts';

export const campaignsModule: ServerModule = {
  name: 'campaigns',
  routes: campaignRoutes,
  subscriptions: (deps) => [on(paymentCaptured, (tx, captured) => fundFromCapture(tx, deps, captured))],
};
