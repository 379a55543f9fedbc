import type { Reader } from '#platform/server/db/open-database.ts';
import type { Deps as PlatformDeps } from '#platform/server/deps.ts';
import type { ProfilesPorts } from '#profiles/server/ports.ts';

export interface ApplicationsPorts extends ProfilesPorts {
  /**
   * Answered by tracking and proofs. Called with the application locked before a place is taken away. Starting a
   * session and sending proof must lock the application first, so that a withdrawal and a start can't both succeed.
   */
  listBegunApplications: (reader: Reader, applicationIds: readonly string[]) => Promise<ReadonlySet<string>>;
}
export type Deps = PlatformDeps<ApplicationsPorts>;
