import type { Config } from '#platform/server/config.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/session.ts';
import type { Staging } from '#uploads/server/staging.ts';
import type { SeedClock } from './seed-clock.ts';

/** What the steps of the demo world work with. */
export interface World {
  /** Of the product that serves the world while it is made; its clock is `clock`. */
  deps: Deps;
  clock: SeedClock;
  staging: Staging;
  /** Where that product listens. */
  address: string;
  /** Those who have signed up so far, by key or, for the administrator, by address. */
  actors: Map<string, Actor>;
  /** Campaigns made so far, by title. */
  campaignIds: Map<string, string>;
  /** Lets the outbox, the sweeps and the wallet do all that is due by the clock. */
  settle(): Promise<void>;
  /** The code in the newest mail to an address. */
  lastCode(email: string): Promise<string>;
  /** The link in the newest mail to an address. */
  lastLink(email: string): Promise<string>;
}

/** Something that happens once at its moment. Doing it again in a later attempt changes nothing. */
export interface Step {
  at: Date;
  do(world: World): Promise<void>;
}

export function actorOf(world: World, key: string): Actor {
  const found = world.actors.get(key);
  if (!found) throw new Error(`the demo world has no ${key} yet`);
  return found;
}

export function campaignIdOf(world: World, title: string): string {
  const found = world.campaignIds.get(title);
  if (!found) throw new Error(`the demo world has no campaign '${title}' yet`);
  return found;
}

/**
 * The settings of the product that makes the world. Its mail and money never leave this machine, whatever is set; its
 * administrator is the demo account of that role.
 */
export function settingsOfWorld(config: Config, adminEmail: string): Config {
  return {
    ...config,
    smtpUrl: undefined,
    wallet: { ...config.wallet, baseUrl: undefined },
    adminEmails: [...config.adminEmails, adminEmail],
  };
}
