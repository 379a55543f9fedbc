/**
 * The whole product on an embedded database, with the simulated wallet, one clock and one seed: every domain's services,
 * subscriptions, effects and sweeps as main puts them together. Here they do one thing after the other, so that the same
 * seed takes the same course. Mail is written to the outbox and not sent.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '#kernel/endpoint.ts';
import { Refusal } from '#kernel/errors.ts';
import { MINUTE } from '#kernel/time.ts';
import type { Id } from '#kernel/id.ts';
import { createApp } from '#main/app.ts';
import { modules } from '#main/modules.ts';
import { createPayPalProvider } from '#payments/server/provider/paypal.ts';
import { walletProvider } from '#payments/server/slots.ts';
import { readConfig } from '#platform/server/config.ts';
import type { Deps } from '#platform/server/deps.ts';
import { effectRunner } from '#platform/server/outbox/effect-runner.ts';
import { eventRunner } from '#platform/server/outbox/event-runner.ts';
import { sweepRunner } from '#platform/server/outbox/sweep-runner.ts';
import type { Actor } from '#platform/server/session.ts';
import { updateCompliance } from '#profiles/server/consent-service.ts';
import type { Faults } from '#wallet-simulator/faults.ts';
import { DrivenClock } from '../app.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';
import { knowFollowers } from '../known-followers.ts';
import { scannedLog } from '../log-scan.ts';
import {
  type Delivery,
  type DrivenWallet,
  drivenWallet,
  walletSettings,
  walletUrl,
} from './driven-wallet.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

export interface City {
  deps: Deps;
  database: TestDatabase;
  clock: DrivenClock;
  /** For whoever acts in it. */
  random: SeededRandom;
  readonly wallet: DrivenWallet;
  /** What has happened, line by line: the actors' deeds, every call to the wallet, every delivery. */
  course: string[];
  /** Texts of what was logged as an error or a warning. */
  logged: string[];
  newPerson(role: Role): Promise<Id>;
  /** Somebody as the services know who calls, signed in a moment ago. */
  actor(userId: Id, role: Role): Actor;
  /** 'ok' and the answer, or the refusal's code. */
  attempt<Result>(work: () => Promise<Result>): Promise<Attempt<Result>>;
  deliver(delivery: Delivery): Promise<number>;
  /** Events and effects that are due, until there are none. */
  runOutbox(): Promise<void>;
  /** Sweeps that are due, one after the other, and what they bring about. */
  runSweeps(): Promise<void>;
  /** Nobody has ever been here, and another seed decides from now on: cheaper than a new city. */
  reset(seed: number): Promise<void>;
  close(): Promise<void>;
}

export type Attempt<Result> = { code: 'ok'; value: Result } | { code: string; value?: undefined };

export async function openCity(options: {
  seed: number;
  start?: string;
  faults?: Faults;
  settings?: Record<string, string>;
  /** Sweeps that are left out, by name. */
  without?: readonly string[];
}): Promise<City> {
  const { seed, start = '2026-11-02T15:00:00Z', faults, settings, without = [] } = options;
  const clock = new DrivenClock(start);
  const folder = await mkdtemp(join(tmpdir(), 'promenade-money-'));
  const database = await freshDatabase();
  const course: string[] = [];
  const logged: string[] = [];
  const tell = (line: string) => void course.push(line);
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    PUBLIC_URL: 'http://promenade.test',
    WALLET_BASE_URL: walletUrl,
    SEED: 'none',
    LIMITS: 'off',
    MAP_STYLE_URL: 'offline',
    ...settings,
  });
  const log = scannedLog({
    write(line) {
      const { msg, err, reason } = JSON.parse(line);
      logged.push([msg, err?.message, reason].filter(Boolean).join(': '));
    },
  });
  const [own, walletRandom, random] = [seededRandom(seed), seededRandom(seed + 1), seededRandom(seed + 2)];
  const app = await createApp({ config, database, clock, log, random: own });
  const { deps } = app;
  const deliver = async ({ headers, body }: Delivery) =>
    (await app.http.inject({ method: 'POST', url: '/paypal/webhook', headers, payload: body })).statusCode;
  const newWallet = () =>
    drivenWallet({ clock, random: walletRandom, deliver, tell, ...(faults && { faults }) });
  let wallet = await newWallet();
  const connect = () =>
    createPayPalProvider(
      // Real time decides nothing here, however busy the machine is.
      { ...walletSettings, baseUrl: walletUrl, publicBaseUrl: walletUrl, totalTimeoutMs: 10 * MINUTE },
      { clock, fetch: (url, init) => wallet.fetch(url, init) },
    );
  const provider = connect();
  deps.slots.fill(walletProvider, provider);

  const nextEvent = eventRunner(
    deps,
    modules.flatMap((module) => module.subscriptions?.(deps) ?? []),
  );
  const effects = effectRunner(
    deps,
    modules.flatMap((module) => module.effects?.(deps) ?? []),
  );
  // One runner each: together they would run side by side.
  const sweeps = modules
    .flatMap((module) => module.sweeps?.(deps) ?? [])
    .filter(({ name }) => !without.includes(name))
    .map((sweep) => sweepRunner(deps, [sweep]));

  const city: City = {
    deps,
    database,
    clock,
    random,
    get wallet() {
      return wallet;
    },
    course,
    logged,
    deliver,
    async newPerson(role) {
      const id = random.uuid();
      await database.pool.query('insert into account (id, email, role, created_at) values ($1, $2, $3, $4)', [
        id,
        `${id}@promenade.test`,
        role,
        clock.now(),
      ]);
      if (role === 'marketer') {
        await updateCompliance(deps, city.actor(id, role), { ageVerified: true }, undefined);
        await knowFollowers(database, id);
      }
      return id;
    },
    actor: (userId, role) => ({ userId, role, sessionId: userId, signedInAt: clock.now(), lacks: null }),
    async attempt(work) {
      try {
        return { code: 'ok', value: await work() };
      } catch (error) {
        if (error instanceof Refusal) return { code: error.code };
        throw error;
      }
    },
    async runOutbox() {
      for (let isBusy = true; isBusy;) {
        isBusy = false;
        while (await nextEvent()) isBusy = true;
        while (await effects.startNext()) {
          await effects.settled();
          isBusy = true;
        }
      }
    },
    async runSweeps() {
      for (const sweep of sweeps) {
        await sweep.startDue();
        await sweep.settled();
        await city.runOutbox();
      }
    },
    async reset(next) {
      await wallet.close();
      await emptyTables(database);
      course.length = 0;
      logged.length = 0;
      clock.set(start);
      own.reseed(next);
      walletRandom.reseed(next + 1);
      random.reseed(next + 2);
      wallet = await newWallet();
      // Nor does it remember a token or a certificate.
      Object.assign(provider, connect());
    },
    async close() {
      await app.close();
      await wallet.close();
      await provider.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return city;
}

/** What migrations have put in stays: the ledger's families, its platform-wide accounts, and the prices. */
async function emptyTables(database: TestDatabase): Promise<void> {
  const { rows } = await database.asOwner(`
    select string_agg(format('%I.%I', schemaname, tablename), ', ') as list from pg_tables
    where schemaname in ('public', 'ledger')
      and tablename not in ('family', 'pricing_tier', 'sweep', 'schema_migration')`);
  // The ledger forbids it to everybody; only a replica's session passes its triggers.
  await database.asOwner(`
    set session_replication_role = replica;
    truncate ${rows[0].list} restart identity;
    insert into ledger.account (code, family, kind, has_balance)
      select name, name, kind, false from ledger.family where per is null;
    update sweep set next_at = 'epoch', started_at = null, running_until = null, finished_at = null;
    set session_replication_role = origin`);
}
