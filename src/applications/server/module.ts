import { campaignClosed, campaignFunded } from '#campaigns/server/events.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { subscribe } from '#platform/server/outbox/announce.ts';
import type { ServerModule } from '#platform/server/server-module.ts';
import type { ApplicationsPorts } from './ports.ts';
import { addressSweep } from './kit/address-sweep.ts';
import { giveNoShowStrikes } from './strikes/attendance-service.ts';
import { retryFreePlaces } from './waitlist/bench-service.ts';
import { requestConfirmations, freeUnconfirmedPlaces } from './waitlist/confirmation-service.ts';
import { rejectWaiting } from './deciding-service.ts';
import { applicationRoutes } from './routes.ts';
import { recordUptime } from './strikes/uptime-service.ts';
import { alertSearches, deleteOldMatches, sendAlertEmails } from './saved-searches/saved-search-alerts.ts';

export const applicationsModule: ServerModule<ApplicationsPorts> = {
  name: 'applications',
  routes: applicationRoutes,
  subscriptions: (deps) => [
    subscribe(campaignClosed, (tx, closed) => rejectWaiting(tx, deps, closed)),
    subscribe(campaignFunded, (tx, funded, { announcedAt }) => alertSearches(tx, deps, funded, announcedAt)),
  ],
  sweeps: (deps) => [
    { name: 'applications/note uptime', everyMs: MINUTE, run: () => recordUptime(deps) },
    { name: 'applications/ask to confirm', everyMs: MINUTE, run: () => requestConfirmations(deps) },
    { name: 'applications/take back unconfirmed', everyMs: MINUTE, run: () => freeUnconfirmedPlaces(deps) },
    { name: 'applications/move up', everyMs: MINUTE, run: () => retryFreePlaces(deps) },
    { name: 'applications/give no-show strikes', everyMs: MINUTE, run: () => giveNoShowStrikes(deps) },
    { name: 'applications/mail saved searches', everyMs: MINUTE, run: () => sendAlertEmails(deps) },
    addressSweep(deps),
    { name: 'applications/forget old matches', everyMs: HOUR, run: () => deleteOldMatches(deps) },
  ],
};
