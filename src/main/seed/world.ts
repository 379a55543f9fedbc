import type { Config } from '#platform/server/settings/config.ts';
import type { Actor } from '#platform/server/security/session.ts';
import type { FixReceiver } from '#tracking/server/fixes/location-service.ts';
import type { Staging } from '#uploads/server/staging.ts';
import type { Deps } from '../ports.ts';
import type { SeedClock } from './seed-clock.ts';

export interface World {
  deps: Deps;
  clock: SeedClock;
  staging: Staging;
  receiver: FixReceiver;
  address: string;
  /** Users signed up so far, by key. The administrator's key is the email address. */
  actors: Map<string, Actor>;
  /** Ids of campaigns created so far, by title. */
  campaignIds: Map<string, string>;
  /** What is due in the outbox and the wallet, and the sweeps at most every six hours. */
  runDue(): Promise<void>;
  runSweeps(): Promise<void>;
  lastCode(email: string): Promise<string>;
  lastLink(email: string): Promise<string>;
}

/** Something that happens at a time. A repeated run changes nothing. */
export interface Step {
  at: Date;
  do(world: World): Promise<void>;
}

export function getActor(world: World, key: string): Actor {
  const found = world.actors.get(key);
  if (!found) throw new Error(`the demo world has no ${key} yet`);
  return found;
}

export function getCampaignId(world: World, title: string): string {
  const found = world.campaignIds.get(title);
  if (!found) throw new Error(`the demo world has no campaign '${title}' yet`);
  return found;
}

/** Mail and payments never leave this machine, and the demo admin account is an administrator. */
export function createSeedConfig(config: Config, adminEmail: string): Config {
  return {
    ...config,
    smtpUrl: undefined,
    wallet: { ...config.wallet, baseUrl: undefined },
    adminEmails: [...config.adminEmails, adminEmail],
  };
}
