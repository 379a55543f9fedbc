/**
 * Time that passes while the server works. If the clock only jumps, the server treats the gap as an outage.
 */
import { recordUptime } from '#applications/server/strikes/uptime-service.ts';
import type { TestApp } from '../app.ts';

/** Moves the clock as if the server had recorded each minute of uptime. */
export async function keepWorkingUntil(
  { clock, deps, database }: TestApp,
  until: Date | string,
): Promise<void> {
  await recordUptime(deps);
  clock.set(until);
  await database.asOwner(
    'update uptime set seen_at = $1 where started_at = (select max(started_at) from uptime)',
    [clock.now()],
  );
}
