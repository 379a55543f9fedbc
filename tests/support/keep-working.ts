/** Time that goes by while the server works. If the clock only jumps, the server takes the time for an outage. */
import { noteUptime } from '../../src/applications/server/uptime-service.ts';
import type { TestApp } from './app.ts';

/** Moves the clock as if the server had noted each minute that it works. */
export async function keepWorkingUntil(
  { clock, deps, database }: TestApp,
  until: Date | string,
): Promise<void> {
  await noteUptime(deps);
  clock.set(until);
  await database.asOwner(
    'update uptime set seen_at = $1 where started_at = (select max(started_at) from uptime)',
    [clock.now()],
  );
}
