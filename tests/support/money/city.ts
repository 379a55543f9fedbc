/**
 * The whole product on an embedded database, with the simulated wallet, one clock and one seed: the services,
 * subscriptions, effects and sweeps of every domain, wired as in main. They run one after the other, so that
 * the same seed gives the same course. Emails are written to the outbox but not sent.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '#kernel/endpoint.ts';
import { Refusal } from '#kernel/errors.ts';
import { MINUTE } from '#kernel/time.ts';
import type { Id } from '#kernel/id.ts';
import { createApp } from '#main/app.ts';
import { listModules } from '#main/modules.ts';
import { createPayPalProvider } from '#payments/server/provider/paypal.ts';
import { readConfig } from '#platform/server/settings/config.ts';
import { createLaneRunners } from '#platform/server/outbox/effect-runner.ts';
import { createEventRunner } from '#platform/server/outbox/event-runner.ts';
import { createSweepRunner } from '#platform/server/outbox/sweep-runner.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { updateCompliance } from '#profiles/server/consent-service.ts';
import { DrivenClock } from '#tests/support/app.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { isDeep } from '#tests/support/depth.ts';
import { knowFollowers } from '#tests/support/people/known-followers.ts';
import { knowNameAndPhoto } from '#tests/support/people/name-and-photo.ts';
import { scannedLog } from '#tests/support/scans/log-scan.ts';
import { openStaging } from '#uploads/server/staging.ts';
import { type Delivery, drivenWallet, walletSettings, walletUrl } from './driven-wallet.ts';
import { seededRandom } from './seeded-random.ts';

export type City = Awaited<ReturnType<typeof openCity>>;

/** 'ok' with the value, or the code of the refusal. */
export type Outcome<Result> = { code: 'ok'; value: Result } | { code: string; value?: undefined };

/**
 * Domains whose sweeps move no money and free no places. Only the deep suite runs them, because they would be
 * nearly half of all sweeps.
 */
const withoutMoney = new Set([
  'auth',
  'uploads',
  'profiles',
  'teams',
  'kyc',
  'tracking',
  'messages',
  'notifications',
  'admin',
]);

/** Call `reset` before the first use. `without` names sweeps to leave out. */
export async function openCity(options: {
  start: string;
  taxThresholdDollars: number;
  without?: readonly string[];
}) {
  const { start, taxThresholdDollars, without = [] } = options;
  const clock = new DrivenClock(start);
  const folder = await mkdtemp(join(tmpdir(), 'promenade-money-'));
  const database = await freshDatabase();
  /** The course of events, line by line: actions, calls to the wallet, and webhook deliveries. */
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
    TAX_THRESHOLD_DOLLARS: String(taxThresholdDollars),
  });
  const log = scannedLog({
    write(line) {
      const { msg, err, reason } = JSON.parse(line);
      logged.push([msg, err?.message, reason].filter(Boolean).join(': '));
    },
  });
  const [own, walletRandom, random] = [seededRandom(0), seededRandom(1), seededRandom(2)];
  let wallet: Awaited<ReturnType<typeof drivenWallet>>;
  const connect = () =>
    createPayPalProvider(
      // Real time must not matter here, however busy the machine is.
      { ...walletSettings, baseUrl: walletUrl, publicBaseUrl: walletUrl, totalTimeoutMs: 10 * MINUTE },
      { clock, fetch: (url, init) => wallet.fetch(url, init) },
    );
  const provider = connect();
  const app = await createApp({ config, database, clock, log, random: own, wallet: provider });
  const { deps } = app;
  const deliver = async ({ headers, body }: Delivery) =>
    (await app.http.inject({ method: 'POST', url: '/paypal/webhook', headers, payload: body })).statusCode;
  const newWallet = () => drivenWallet({ clock, random: walletRandom, deliver, tell });
  wallet = await newWallet();
  const modules = listModules(openStaging(join(folder, 'uploads')));

  const nextEvent = createEventRunner(
    deps,
    modules.flatMap((module) => module.subscriptions?.(deps) ?? []),
  );
  const effects = modules.flatMap((module) => module.effects?.(deps) ?? []);
  const lanes = createLaneRunners(deps, effects);
  const effectKinds = effects.map(({ kind }) => kind);
  const sweeps = modules
    .filter(({ name }) => isDeep || !withoutMoney.has(name))
    .flatMap((module) => module.sweeps?.(deps) ?? [])
    .filter(({ name }) => !without.includes(name));
  // One runner per sweep: one runner for all would run them in parallel.
  const runners = sweeps.map((sweep) => createSweepRunner(deps, [sweep]));

  /** Asks once before asking each lane: most sweeps leave nothing to do. */
  async function hasDueWork(): Promise<boolean> {
    const { rows } = await database.pool.query<{ found: boolean }>(
      `select exists (select from outbox where next_at <= $1 and (form = 'event' and state = 'ready'
         or form = 'effect' and state in ('ready', 'sent', 'unknown') and kind = any($2))) as found`,
      [clock.now(), effectKinds],
    );
    return rows[0]?.found ?? false;
  }

  async function runOutbox(): Promise<void> {
    for (let isBusy = await hasDueWork(); isBusy;) {
      isBusy = false;
      while (await nextEvent()) isBusy = true;
      for (const lane of lanes) {
        while (await lane.startNext()) {
          await lane.finished();
          isBusy = true;
        }
      }
    }
  }
  /** Returns a user as the services know the caller, signed in a moment ago. */
  const actor = (userId: Id, role: Role): Actor => ({
    userId,
    role,
    sessionId: userId,
    signedInAt: clock.now(),
    lacks: null,
  });

  return {
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
    runOutbox,
    actor,
    async newPerson(role: Role): Promise<Id> {
      const id = random.uuid();
      await database.pool.query('insert into account (id, email, role, created_at) values ($1, $2, $3, $4)', [
        id,
        `${id}@promenade.test`,
        role,
        clock.now(),
      ]);
      if (role === 'marketer') {
        await updateCompliance(deps, actor(id, role), { ageVerified: true }, undefined);
        await knowFollowers(database, id);
        await knowNameAndPhoto(database, id);
      }
      return id;
    },
    async attempt<Result>(work: () => Promise<Result>): Promise<Outcome<Result>> {
      try {
        return { code: 'ok', value: await work() };
      } catch (error) {
        if (error instanceof Refusal) return { code: error.code };
        throw error;
      }
    },
    /** Runs due sweeps one after the other, and the outbox after each. */
    async runSweeps(): Promise<void> {
      for (const runner of runners) {
        await runner.startDue();
        await runner.finished();
        await runOutbox();
      }
    },
    /** Does the same with all sweeps, without writing down when. */
    async runEverySweep(): Promise<void> {
      for (const sweep of sweeps) {
        await sweep.run(deps);
        await runOutbox();
      }
    },
    /** Empties the city, which is faster than a new one. This seed decides from now on. */
    async reset(seed: number): Promise<void> {
      await wallet.close();
      await emptyTables(database);
      course.length = 0;
      logged.length = 0;
      clock.set(start);
      own.reseed(seed);
      walletRandom.reseed(seed + 1);
      random.reseed(seed + 2);
      wallet = await newWallet();
      // The provider's tokens and certificates belong to the old wallet.
      Object.assign(provider, connect());
    },
    async close(): Promise<void> {
      await app.close();
      await wallet.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Keeps the rows of migrations: the ledger's families, its platform accounts, and the prices. */
async function emptyTables(database: TestDatabase): Promise<void> {
  const { rows } = await database.asOwner(`
    select string_agg(format('%I.%I', schemaname, tablename), ', ') as list from pg_tables
    where schemaname in ('public', 'ledger')
      and tablename not in ('family', 'pricing_tier', 'sweep', 'schema_migration')`);
  // The ledger's triggers forbid it, except in a replica's session.
  await database.asOwner(`
    set session_replication_role = replica;
    truncate ${rows[0].list} restart identity;
    insert into ledger.account (code, family, kind, has_balance)
      select name, name, kind, false from ledger.family where per is null;
    update sweep set next_at = 'epoch', started_at = null, running_until = null, finished_at = null;
    set session_replication_role = origin`);
}
