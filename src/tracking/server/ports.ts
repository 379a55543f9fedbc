import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { Deps as PlatformDeps } from '#platform/server/deps.ts';
import type { PlatformPorts } from '#platform/server/ports.ts';

export interface TrackingPorts extends PlatformPorts {
  /**
   * Answered by disputes. Returns true if this dispute is open and about this work, and keeps it so until the
   * transaction ends.
   */
  isWorkInDispute: (tx: Tx, work: { disputeId: string; applicationId: string }) => Promise<boolean>;
  /**
   * Answered by disputes. Returns when the last decision was made about the proof of each application that
   * has one. Null while a proof is pending or its rejection is disputed.
   */
  listDecidedWork: (
    reader: Reader,
    applicationIds: readonly string[],
  ) => Promise<ReadonlyMap<string, Date | null>>;
}
export type Deps = PlatformDeps<TrackingPorts>;
