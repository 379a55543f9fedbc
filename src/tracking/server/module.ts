import { MINUTE } from '#kernel/time.ts';
import { on } from '#platform/server/outbox/announce.ts';
import type { ServerModule } from '#platform/server/server-module.ts';
import { locationConsentWithdrawn } from '#profiles/server/events.ts';
import { trackingRoutes } from './routes.ts';
import { endDueSessions, endForWithdrawnConsent } from './service.ts';
import { settleDueSummaries } from './summary-service.ts';

export const trackingModule: ServerModule = {
  name: 'tracking',
  routes: trackingRoutes,
  subscriptions: (deps) => [
    on(locationConsentWithdrawn, (tx, { userId }, { announcedAt }) =>
      endForWithdrawnConsent(tx, deps, userId, announcedAt),
    ),
  ],
  sweeps: (deps) => [
    { name: 'end due sessions', everyMs: MINUTE, run: () => endDueSessions(deps) },
    { name: 'sum up sessions', everyMs: MINUTE, run: () => settleDueSummaries(deps) },
  ],
};
