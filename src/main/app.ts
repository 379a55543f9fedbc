import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { EndpointDefinition } from '#kernel/endpoint.ts';
import type { Random } from '#kernel/id.ts';
import { addMilliseconds, type Clock, systemClock } from '#kernel/time.ts';
import { receiveWalletWebhook } from '#payments/contract.ts';
import type { WalletProvider } from '#payments/server/provider/wallet-provider.ts';
import { walletWebhook } from '#payments/server/webhooks/webhooks.ts';
import type { Config } from '#platform/server/settings/config.ts';
import { getRestoredAt } from '#platform/server/db/installation.ts';
import type { Database } from '#platform/server/db/open-database.ts';
import { registerDocumentation } from '#platform/server/http/documentation.ts';
import { createHttp } from '#platform/server/http/http.ts';
import { createShedding } from '#platform/server/http/shedding.ts';
import { createLimits } from '#platform/server/limits/limits.ts';
import type { LimitStore } from '#platform/server/limits/limit-store.ts';
import { redisStore } from '#platform/server/limits/redis-store.ts';
import { fullBucketsSweep, postgresStore } from '#platform/server/limits/postgres-store.ts';
import { parseLimitSettings } from '#platform/server/limits/settings.ts';
import { createEventStreams } from '#platform/server/live/stream-registry.ts';
import { memoryBus } from '#platform/server/live/live-bus.ts';
import { postgresBus } from '#platform/server/live/postgres-bus.ts';
import type { Logger } from '#platform/server/log/log.ts';
import { mailboxMailer } from '#platform/server/mail/mailbox.ts';
import { mailboxRoutes } from '#platform/server/mail/mailbox-routes.ts';
import type { Mailer } from '#platform/server/mail/mailer.ts';
import { mailEffects } from '#platform/server/mail/send-mail.ts';
import { smtpMailer } from '#platform/server/mail/smtp-mailer.ts';
import { dueTimesSweep } from '#platform/server/outbox/due-times.ts';
import { outboxRetentionSweep } from '#platform/server/outbox/retention-sweep.ts';
import type { MetricsServer } from '#platform/server/metrics/metrics-server.ts';
import { createOutboxWorker, type OutboxWorker } from '#platform/server/outbox/outbox-worker.ts';
import { registerNoPages, registerPages } from '#platform/server/http/pages.ts';
import { systemRandom } from '#platform/server/security/random.ts';
import { registerRoutes } from '#platform/server/http/register-routes.ts';
import type { ServerModule } from '#platform/server/server-module.ts';
import { deriveSecret, withLocalKeys } from '#platform/server/security/secrets.ts';
import { hasDiskSpace } from '#platform/server/storage/disk-space.ts';
import { openStorage } from '#platform/server/storage/open-storage.ts';
import { startTracing } from '#platform/server/tracing/start-tracing.ts';
import { PLATFORM_SIMULATOR_PATH } from '#proofs/server/posts/server-looks.ts';
import { RECEIVING_PERIOD_MS } from '#uploads/contract.ts';
import { passUploadsThrough } from '#uploads/server/routes.ts';
import { openStaging } from '#uploads/server/staging.ts';
import { registerCrawlerFiles } from './server/crawlers.ts';
import { createMetrics } from './server/metrics.ts';
import { limits, refusals } from './domains.ts';
import { listModules } from './modules.ts';
import { pagePaths } from './page-paths.ts';
import { platformSimulator } from './server/platform-simulator.ts';
import { type Deps, type Ports, withPorts } from './ports.ts';
import { publicPages } from './public-pages.ts';
import './spanish-of-server.ts';
import { connectWallet, registerSimulator } from './server/wallet.ts';

export interface AppOptions {
  config: Config;
  /** Must be open and migrated. The app does not close it. */
  database: Database;
  log: Logger;
  clock?: Clock;
  random?: Random;
  /** Replaces the wallet of the settings. The app closes it. */
  wallet?: WalletProvider;
  /** Folder of the built client. Without it, the app serves only the API. */
  pagesFolder?: string | undefined;
  /** Set while this app creates the demo world. */
  getDemoWorldPercent?: () => number;
}

export interface App {
  http: FastifyInstance;
  deps: Deps;
  endpoints: readonly EndpointDefinition[];
  /** `start` does nothing in the role `web`. */
  worker: OutboxWorker;
  /** Starts listening and returns the address, such as http://localhost:3000. */
  listen(): Promise<string>;
  /** Null without METRICS_PORT, and before the app listens. */
  getMetricsAddress(): string | null;
  /** Until this call, /readyz returns 503. */
  setReady(): void;
  /** Finishes running requests, then stops listening and stops the worker. */
  close(): Promise<void>;
}

export async function createApp(options: AppOptions): Promise<App> {
  const config = await withLocalKeys(options.config);
  const clock = options.clock ?? systemClock;
  const random = options.random ?? systemRandom;
  const { db, newClient } = options.database;
  const restoredAt = await getRestoredAt(db);
  if (restoredAt) options.log.warn('restored from a backup: payouts and refunds wait for an administrator');
  const state: { isReady: boolean; address: string; wallet?: WalletProvider; metrics?: MetricsServer } = {
    isReady: false,
    address: '',
  };
  const limitStore = await openLimitStore(config, options.database);
  const parts = {
    config,
    db,
    clock,
    random,
    log: options.log,
    storage: await openStorage(config, random),
    limits: createLimits(parseLimitSettings(limits, config.limits), {
      clock,
      log: options.log,
      store: limitStore,
    }),
    shedding: createShedding({ limit: config.callLimit, random }),
    liveBus: newClient ? postgresBus({ newClient, random, log: options.log }) : memoryBus(),
    liveStreams: createEventStreams({ clock, log: options.log }),
  };
  const deps = withPorts(parts, {
    getListeningAddress: () => {
      if (!state.address) throw new Error('the address is known only once the server listens');
      return state.address;
    },
    getWallet: () => {
      if (!state.wallet) throw new Error('the wallet is connected only once the server listens');
      return state.wallet;
    },
    getWalletCircuit: () => state.wallet?.getCircuit() ?? 'open',
    getDemoWorldPercent: options.getDemoWorldPercent ?? (() => null),
    getRestoredAt: () => restoredAt,
    listLateSweeps: () => worker.listLateSweeps(),
  });
  const staging = openStaging(join(config.dataDir, 'uploads'));
  // The sweep of the workers does not see the disk of a web process on another machine.
  await staging.removeOlder(addMilliseconds(clock.now(), -RECEIVING_PERIOD_MS));
  const modules = listModules(staging);

  const tracing = await startTracing(options.database.pool, config);
  const metrics = createMetrics(deps, options.database, modules, () => effects);
  const measured = (wallet: WalletProvider) => metrics?.measureWallet(wallet) ?? wallet;
  if (options.wallet) state.wallet = measured(options.wallet);

  const http = await createHttp(deps);
  metrics?.measureCalls(http);
  // Streams end only when their clients leave, but the server waits for every response.
  http.addHook('preClose', async () => deps.liveStreams.close());
  const mailer = await prepareMail(http, deps);
  if (!config.wallet.baseUrl) await registerSimulator(http, deps);
  if (!config.production) await http.register(platformSimulator, { prefix: PLATFORM_SIMULATOR_PATH });
  registerHealth(http, deps, state, restoredAt);
  const endpoints = config.role === 'worker' ? [] : await registerCalls(http, deps, modules);
  if (options.pagesFolder && config.role !== 'worker')
    await registerPages(http, deps, options.pagesFolder, pagePaths, publicPages(deps));
  else registerNoPages(http);

  const effects = [...mailEffects(mailer), ...modules.flatMap((module) => module.effects?.(deps) ?? [])];
  const worker = createOutboxWorker({
    ...deps,
    subscriptions: modules.flatMap((module) => module.subscriptions?.(deps) ?? []),
    effects,
    sweeps: [
      dueTimesSweep(deps),
      outboxRetentionSweep(deps),
      fullBucketsSweep(deps),
      ...modules.flatMap((module) => module.sweeps?.(deps) ?? []),
    ],
    isAlone: options.database.engine === 'embedded',
  });
  const work = { isStarted: false };

  return {
    http,
    deps,
    endpoints,
    worker: {
      ...worker,
      start: () => {
        if (config.role === 'web') return;
        work.isStarted = true;
        worker.start();
      },
    },
    listen: async () => {
      // On this event and not after listen() returns: timers and requests may need the address by then.
      http.server.once('listening', () => {
        state.address = getListeningAddress(http, config);
      });
      await http.listen({ port: config.port, host: config.host });
      state.wallet ??= measured(connectWallet(deps));
      if (metrics) state.metrics = await metrics.listen();
      return state.address;
    },
    getMetricsAddress: () => state.metrics?.address ?? null,
    setReady: () => {
      state.isReady = true;
    },
    close: async () => {
      await state.metrics?.close();
      await closeHttp(http, config.stopTimeoutMs);
      if (work.isStarted) await worker.stop();
      await deps.liveBus.close();
      await limitStore?.close();
      await state.wallet?.close();
      await tracing?.close();
    },
  };
}

/** Waits for calls in progress, but not for clients that send or read too slowly. */
async function closeHttp(http: FastifyInstance, limitMs: number): Promise<void> {
  const limit = setTimeout(() => http.server.closeAllConnections(), limitMs);
  await http.close();
  clearTimeout(limit);
}

/** Undefined if this process counts alone. */
async function openLimitStore(config: Config, { engine, db }: Database): Promise<LimitStore | undefined> {
  if (config.limits.trim() === 'off') return undefined;
  const secret = deriveSecret(config, 'rate limits');
  if (config.redisUrl !== undefined) return redisStore(config.redisUrl, secret);
  return engine === 'server' ? postgresStore(db, secret) : undefined;
}

/** What users and other servers call, except pages. Returns the endpoints. */
async function registerCalls(
  http: FastifyInstance,
  deps: Deps,
  modules: readonly ServerModule<Ports>[],
): Promise<EndpointDefinition[]> {
  passUploadsThrough(http);
  const routes = modules.flatMap((module) => module.routes?.(deps) ?? []);
  registerRoutes(http, deps, routes);
  await http.register(walletWebhook(deps));
  const endpoints = routes.map(({ endpoint }) => endpoint);
  registerDocumentation(http, [...endpoints, receiveWalletWebhook], refusals);
  registerCrawlerFiles(http, deps);
  return endpoints;
}

async function prepareMail(http: FastifyInstance, deps: Deps): Promise<Mailer> {
  const { config } = deps;
  if (config.smtpUrl) return smtpMailer({ url: config.smtpUrl, from: config.mailFrom });
  if (config.production) throw new Error('production has no development mailbox: SMTP_URL must be set');
  const mailbox = await mailboxMailer({ file: join(config.dataDir, 'mailbox.jsonl'), clock: deps.clock });
  await http.register(mailboxRoutes({ mailbox }));
  return mailbox;
}

/**
 * /healthz: the process is up. /readyz: it has started, the database responds, and the disk has space. Late
 * sweeps do not make it unready, because all processes share them.
 */
function registerHealth(
  http: FastifyInstance,
  deps: Deps,
  state: { isReady: boolean },
  restoredAt: Date | null,
): void {
  http.get('/healthz', () => ({ status: 'ok' }));
  http.get('/readyz', async (_request, reply) => {
    if (!state.isReady) return reply.code(503).send({ status: 'starting' });
    let lateSweeps: { name: string }[];
    try {
      lateSweeps = await deps.ports.listLateSweeps();
    } catch {
      return reply.code(503).send({ status: 'the database does not answer' });
    }
    if (!(await hasDiskSpace(deps.config.dataDir))) {
      return reply.code(503).send({ status: 'the disk is full' });
    }
    return {
      status: 'ready',
      role: deps.config.role,
      lateSweeps: lateSweeps.map(({ name }) => name),
      ...(restoredAt && { restoredAt }),
    };
  });
}

/** With localhost in place of a wildcard host, which users and the wallet cannot open. */
function getListeningAddress(http: FastifyInstance, config: Config): string {
  const address = http.server.address() as AddressInfo; // A listening TCP server has one.
  const isWildcard = ['0.0.0.0', '::'].includes(config.host);
  const host = isWildcard ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host;
  return `http://${host}:${address.port}`;
}
