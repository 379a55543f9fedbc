import { join } from 'node:path';
import { getPublicConfig } from '#platform/config-contract.ts';
import { refuse } from '#platform/domain.ts';
import { addMilliseconds, type Clock, DAY, HOUR, MINUTE, systemClock } from '#kernel/time.ts';
import type { Config } from '#platform/server/settings/config.ts';
import type { Database } from '#platform/server/db/open-database.ts';
import { toRouteUrl } from '#platform/server/http/register-routes.ts';
import type { Logger } from '#platform/server/log/log.ts';
import { createFixReceiver } from '#tracking/server/fixes/location-service.ts';
import { openStaging } from '#uploads/server/staging.ts';
import { type App, createApp } from '../app.ts';
import { campaignSteps } from './campaign-steps.ts';
import { adminSteps, joiningSteps } from './joining-steps.ts';
import { messageSteps } from './message-steps.ts';
import { adminEmail, demoPeople, demoTeam } from './people.ts';
import { type Calendar, createCalendar, SeedClock } from './seed-clock.ts';
import { readSeedState, recordBegin, recordEnd } from './seed-record.ts';
import { socialCampaigns } from './social-campaigns.ts';
import { socialSteps } from './social-steps.ts';
import { teamSteps } from './team-steps.ts';
import { wearableCampaigns } from './wearable-campaigns.ts';
import { createSeedConfig, type Step, type World } from './world.ts';

export interface SeedOptions {
  config: Config;
  /** Must be open and migrated. It stays open. */
  database: Database;
  log: Logger;
  clock?: Clock;
  /** Stops the seeding between two steps. The next start resumes it. */
  signal?: AbortSignal;
  /** The built client, which the app serves during the seeding. */
  pagesFolder?: string | undefined;
  /** Called before every step. */
  onProgress?: (address: string, percent: number) => void;
}

/**
 * Fills an empty database with the demo world (decision 22.7): runs the app through four weeks on its own
 * clock, with invented users who call the regular use cases. Returns true if it finished the demo world now.
 * Does nothing unless the settings ask for it, or if the database is in use. Resumes an interrupted run,
 * because every step checks whether it is done.
 */
export async function seedDemoWorld(options: SeedOptions): Promise<boolean> {
  const { config, database } = options;
  // `seedsDemoWorld` is false with a real wallet, whose approval page cannot be submitted by a program.
  if (!config.seedsDemoWorld) return false;
  const state = await readSeedState(database.db);
  if (state.kind === 'foreign' || state.kind === 'finished') return false;
  const endsAt = state.kind === 'begun' ? state.endsAt : fullMinute((options.clock ?? systemClock).now());
  if (state.kind === 'empty') await recordBegin(database.db, endsAt);
  const isWhole = await runSteps(options, createCalendar(endsAt));
  if (isWhole) await recordEnd(database.db, endsAt);
  return isWhole;
}

function fullMinute(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / MINUTE) * MINUTE);
}

/** In the order of their times. Returns false if stopped before the end. */
async function runSteps(
  { config, database, log, signal, pagesFolder, onProgress }: SeedOptions,
  calendar: Calendar,
): Promise<boolean> {
  const steps = listSteps(calendar);
  const [first] = steps;
  if (!first) return true;
  const clock = new SeedClock(new Date(first.at.getTime() - DAY));
  let percent = 0;
  const app = await createApp({
    config: createSeedConfig(config, adminEmail),
    database,
    log,
    clock,
    pagesFolder,
    getDemoWorldPercent: () => percent,
  });
  blockVisitors(app);
  try {
    const address = await app.listen();
    const world = createWorld(app, clock, address);
    for (const [index, step] of steps.entries()) {
      if (signal?.aborted) return false;
      percent = Math.floor((100 * index) / steps.length);
      onProgress?.(address, percent);
      clock.moveTo(step.at);
      await step.do(world);
      await world.runDue();
    }
    clock.moveTo(calendar.now);
    await app.worker.runDue();
    return true;
  } finally {
    await app.close();
  }
}

function listSteps(calendar: Calendar): Step[] {
  const people = demoPeople(calendar);
  const joinsAt = new Map(people.map(({ key, joinsAt: at }) => [key, at]));
  const campaigns = [...wearableCampaigns(calendar), ...socialCampaigns(calendar)];
  const steps = [
    ...adminSteps(calendar.day(-30, 12)),
    ...people.flatMap((person) => joiningSteps(person)),
    ...teamSteps(demoTeam(calendar), people),
    ...socialSteps(campaigns, joinsAt),
    ...campaigns.flatMap((plan) => campaignSteps(plan, joinsAt, calendar.now)),
    ...messageSteps(calendar),
  ];
  const late = steps.find(({ at }) => at > calendar.now);
  if (late)
    throw new Error(`the demo world plans something for ${late.at.toISOString()}, which has not come`);
  return steps.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/** In the past weeks, sweeps rarely find work, and they would be most of what the seeding does. */
const SWEEP_EVERY_MS = 6 * HOUR;

function createWorld(app: App, clock: SeedClock, address: string): World {
  const { deps, http, worker } = app;
  const lastMail = async (email: string) => {
    const answer = await http.inject({ url: `/dev/mailbox.json?to=${encodeURIComponent(email)}` });
    return answer.json<{ code: string | null; links: string[] }[]>()[0];
  };
  let sweptAt: Date | undefined;
  const runSweeps = async () => {
    sweptAt = clock.now();
    await worker.runDue();
  };
  return {
    deps,
    clock,
    // Separate from the routes', which lock against concurrent requests: visitors are blocked, and steps run in turn.
    staging: openStaging(join(deps.config.dataDir, 'uploads')),
    receiver: createFixReceiver(deps),
    address,
    actors: new Map(),
    campaignIds: new Map(),
    runDue: async () => {
      if (sweptAt && clock.now() < addMilliseconds(sweptAt, SWEEP_EVERY_MS)) {
        await worker.runOutbox();
        return;
      }
      await runSweeps();
    },
    runSweeps,
    lastCode: async (email) => {
      const code = (await lastMail(email))?.code;
      if (!code) throw new Error(`no code was mailed to ${email}`);
      return code;
    },
    lastLink: async (email) => {
      const link = (await lastMail(email))?.links[0];
      if (!link) throw new Error(`no link was mailed to ${email}`);
      return link;
    },
  };
}

/**
 * Calls of visitors would be dated weeks ago. They can look at pages and read the progress. Only the wallet
 * calls, whose webhook is not among the endpoints of the domains.
 */
function blockVisitors({ http, endpoints }: App): void {
  const refused = endpoints.filter((endpoint) => endpoint !== getPublicConfig);
  const urls = new Set(refused.map(({ path }) => toRouteUrl(path)));
  http.addHook('onRequest', async ({ routeOptions }) => {
    if (routeOptions.url !== undefined && urls.has(routeOptions.url))
      throw refuse('server/busy', { retryAfterSeconds: 10 });
  });
}
