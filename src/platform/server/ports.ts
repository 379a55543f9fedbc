import type { LateSweep } from './outbox/sweep-runner.ts';
import type { Actor } from './security/session.ts';

/**
 * A port is a typed question that an earlier domain asks and main answers with a function of a later one,
 * when the answer is needed at once. What can wait is an event (outbox/). Each domain declares its ports in
 * its own `ports.ts`, with the ports of the domains whose use cases it calls.
 */
export interface PlatformPorts {
  /** Returns the address at which the server listens. Throws before it listens. */
  getListeningAddress: () => string;
  /** Returns the sweeps whose last successful run is too long ago. */
  listLateSweeps: () => Promise<LateSweep[]>;
  /** Answered by auth. Returns the active session with this token hash, or null. `isUse` is false for polls. */
  findActor: (tokenHash: string, isUse: boolean) => Promise<Actor | null>;
}
