import type { TokenScope } from '#kernel/endpoint.ts';
import type { LateSweep } from './outbox/sweep-runner.ts';
import type { Actor } from './security/session.ts';

/**
 * A port is a question that an earlier domain asks and main answers with a function of a later one, when the answer is
 * needed at once. What can wait is an event (outbox/). Each domain's `ports.ts` includes the ports of the domains whose
 * use cases it calls.
 */
export interface PlatformPorts {
  getListeningAddress: () => string;
  listLateSweeps: () => Promise<LateSweep[]>;
  /** Returns the active session with this token hash, or null. `isUse` is false for polls. */
  findActor: (tokenHash: string, isUse: boolean) => Promise<Actor | null>;
  /** Returns the owner of the valid access token with this hash, or null. */
  findTokenActor: (tokenHash: string) => Promise<{ actor: Actor; scopes: readonly TokenScope[] } | null>;
}
