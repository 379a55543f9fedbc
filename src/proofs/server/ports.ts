import type { PaymentsPorts } from '#payments/server/ports.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Deps as PlatformDeps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/security/session.ts';
import type { Proof } from '#proofs/contract.ts';
import type { ProofRow } from './tables.ts';

export interface ProofsPorts extends PaymentsPorts {
  /** Answered by disputes: the applications of which any proof was disputed, whatever the outcome. */
  listDisputedApplications: (
    reader: Reader,
    applicationIds: readonly string[],
  ) => Promise<ReadonlySet<string>>;
  /** Answered by disputes: the dispute of each proof, and until when this viewer may open one. */
  loadProofDisputes: (
    reader: Reader,
    viewer: Pick<Actor, 'userId' | 'role'>,
    proofs: readonly ProofRow[],
  ) => Promise<ReadonlyMap<string, Pick<Proof, 'dispute' | 'disputableUntil'>>>;
}
export type Deps = PlatformDeps<ProofsPorts>;
