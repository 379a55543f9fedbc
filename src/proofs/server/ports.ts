import type { PaymentsPorts } from '#payments/server/ports.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Deps as PlatformDeps } from '#platform/server/deps.ts';

export interface ProofsPorts extends PaymentsPorts {
  /** Answered by disputes: the applications of which any proof was disputed, whatever the outcome. */
  listDisputedApplications: (
    reader: Reader,
    applicationIds: readonly string[],
  ) => Promise<ReadonlySet<string>>;
}
export type Deps = PlatformDeps<ProofsPorts>;
