/** Time that goes by while the server works; a clock that only jumps is an outage to whoever reads when the server was up. */
import { OUTAGE_FROM_MS } from '../../src/applications/server/outage-rules.ts';
import { noteUptime } from '../../src/applications/server/uptime-service.ts';
import type { TestApp } from './app.ts';

/** The server notes each minute that it works, of which every fifth is enough to see no pause. */
export async function keepWorkingUntil({ clock, deps }: TestApp, until: Date | string): Promise<void> {
  const end = new Date(until).getTime();
  await noteUptime(deps);
  while (clock.now().getTime() < end) {
    clock.advance(Math.min(OUTAGE_FROM_MS, end - clock.now().getTime()));
    await noteUptime(deps);
  }
}
