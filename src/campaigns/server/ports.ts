import type { CampaignLedger } from '#campaigns/ledger-contract.ts';
import type { PaymentsPorts } from '#payments/server/ports.ts';
import type { SQL } from 'drizzle-orm';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Deps as PlatformDeps } from '#platform/server/deps.ts';

export type DisputeHold = CampaignLedger['holds'][number];

export interface CampaignsPorts extends PaymentsPorts {
  /**
   * Answered by applications: the SQL expression for the number of different marketers with a place with these
   * advertisers.
   */
  hiredMarketersSql: (advertiserIds: SQL) => SQL<number>;
  /** Answered by tracking. Campaigns without live marketers are missing. */
  countLiveMarketers: (
    reader: Reader,
    campaignIds: readonly string[],
    now: Date,
  ) => Promise<ReadonlyMap<string, number>>;
  /**
   * Answered by disputes: the number of places whose marketers are not paid but still can be. Call with the
   * campaign locked: otherwise a place that is not counted could still be paid afterwards.
   */
  countHeldPlaces: (reader: Reader, campaignId: string, now: Date) => Promise<number>;
  listDisputeHolds: (reader: Reader, campaignId: string) => Promise<DisputeHold[]>;
}
export type Deps = PlatformDeps<CampaignsPorts>;
