/** Time that goes by while the server works; a clock that only jumps is an outage to whoever reads when the server was up. */
import { OUTAGE_FROM_MS } from '../../src/applications/server/outage-rules.ts';
import { noteUptime } from '../../src/applications/server/uptime-service.ts';
import { MINUTE } from '../../src/kernel/time.ts';
import type { TestApp } from './app.ts';

/** The server notes each minute that it works; these notes are as far apart as they may be, less a minute for a clock that runs. */
export async function keepWorkingUntil({ clock, deps }: TestApp, until: Date | string): Promise<void> {
  const end = new Date(until).getTime();
  await noteUptime(deps);
  while (clock.now().getTime() < end) {
    clock.advance(Math.min(OUTAGE_FROM_MS - MINUTE, end - clock.now().getTime()));
    await noteUptime(deps);
  }
}
