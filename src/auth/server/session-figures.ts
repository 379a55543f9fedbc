import { MINUTE } from '#kernel/time.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Figures } from '#platform/server/metrics/figures.ts';
import { countLiveSessions } from './store.ts';

const LIVE = 'promenade_sessions_live';

export function sessionFigures({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>): Figures {
  const limits = { idleMs: config.sessionIdleMs, adminIdleMs: config.adminSessionIdleMs };
  return {
    gauges: [{ name: LIVE, help: 'Sessions that are signed in and not idle for too long' }],
    read: async () => [{ name: LIVE, value: await countLiveSessions(db, clock.now(), limits) }],
    freshMs: MINUTE,
  };
}
