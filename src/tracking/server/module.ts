import { accountSuspended } from '#auth/server/events.ts';
import { HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { subscribe } from '#platform/server/outbox/announce.ts';
import type { ServerModule } from '#platform/server/server-module.ts';
import { locationConsentWithdrawn } from '#profiles/server/events.ts';
import type { TrackingPorts } from './ports.ts';
import { eraseOldFixes, eraseForWithdrawnConsent, rotateMonths } from './fixes/retention-service.ts';
import { publishDelayedZones } from './live/live-service.ts';
import { trackingRoutes } from './routes.ts';
import { endDueSessions, endOfUser } from './service.ts';
import { askDueChecks } from './spot-checks/spot-check-service.ts';
import { compareDuePaths } from './presence/path/path-service.ts';
import { updateDueSummaries } from './presence/summary-service.ts';

export const trackingModule: ServerModule<TrackingPorts> = {
  name: 'tracking',
  routes: trackingRoutes,
  subscriptions: (deps) => [
    subscribe(locationConsentWithdrawn, (tx, { userId }, { announcedAt }) =>
      eraseForWithdrawnConsent(tx, deps, userId, announcedAt),
    ),
    subscribe(accountSuspended, (tx, { userId }, { announcedAt }) =>
      endOfUser(tx, deps, userId, 'suspended', announcedAt),
    ),
  ],
  sweeps: (deps) => [
    { name: 'end due sessions', everyMs: MINUTE, run: () => endDueSessions(deps) },
    { name: 'ask for spot checks', everyMs: 15 * SECOND, run: () => askDueChecks(deps) },
    { name: 'publish delayed zones', everyMs: 30 * SECOND, run: () => publishDelayedZones(deps) },
    { name: 'sum up sessions', everyMs: MINUTE, run: () => updateDueSummaries(deps) },
    { name: 'compare paths', everyMs: MINUTE, run: () => compareDuePaths(deps) },
    { name: 'erase old positions', everyMs: HOUR, run: () => eraseOldFixes(deps) },
    { name: 'turn months of positions', everyMs: 6 * HOUR, run: () => rotateMonths(deps) },
  ],
};
