import { MINUTE } from '#kernel/time.ts';
import { paymentCaptured } from '#payments/server/events.ts';
import { subscribe } from '#platform/server/outbox/announce.ts';
import type { ServerModule } from '#platform/server/server-module.ts';
import type { CampaignsPorts } from './ports.ts';
import { closeDueCampaigns } from './funding/closing-service.ts';
import { fundFromCapture } from './funding/funding-service.ts';
import { campaignRoutes } from './routes.ts';

export const campaignsModule: ServerModule<CampaignsPorts> = {
  name: 'campaigns',
  routes: campaignRoutes,
  subscriptions: (deps) => [
    subscribe(paymentCaptured, (tx, captured) => fundFromCapture(tx, deps, captured)),
  ],
  sweeps: (deps) => [{ name: 'campaigns/closing', everyMs: MINUTE, run: () => closeDueCampaigns(deps) }],
};
