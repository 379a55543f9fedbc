import { campaignClosed, campaignFunded } from '#campaigns/server/events.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { on } from '#platform/server/outbox/announce.ts';
import type { ServerModule } from '#platform/server/server-module.ts';
import { judgeAttendance } from './attendance-service.ts';
import { moveUpWherePossible } from './bench-service.ts';
import { askForConfirmations, takeBackUnconfirmed } from './confirmation-service.ts';
import { rejectWaiting } from './deciding-service.ts';
import { applicationRoutes } from './routes.ts';
import { noteUptime } from './uptime-service.ts';
import { alertSearches, forgetOldMatches, mailCollected } from './saved-search-alerts.ts';

export const applicationsModule: ServerModule = {
  name: 'applications',
  routes: applicationRoutes,
  subscriptions: (deps) => [
    on(campaignClosed, (tx, closed) => rejectWaiting(tx, deps, closed)),
    on(campaignFunded, (tx, funded, { announcedAt }) => alertSearches(tx, deps, funded, announcedAt)),
  ],
  sweeps: (deps) => [
    { name: 'applications/note uptime', everyMs: MINUTE, run: () => noteUptime(deps) },
    { name: 'applications/ask to confirm', everyMs: MINUTE, run: () => askForConfirmations(deps) },
    { name: 'applications/take back unconfirmed', everyMs: MINUTE, run: () => takeBackUnconfirmed(deps) },
    { name: 'applications/move up', everyMs: MINUTE, run: () => moveUpWherePossible(deps) },
    { name: 'applications/judge attendance', everyMs: MINUTE, run: () => judgeAttendance(deps) },
    { name: 'applications/mail saved searches', everyMs: MINUTE, run: () => mailCollected(deps) },
    { name: 'applications/forget old matches', everyMs: HOUR, run: () => forgetOldMatches(deps) },
  ],
};
