import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { countWalletErrors } from '#payments/server/provider/wallet-metrics.ts';
import type { WalletProvider } from '#payments/server/provider/wallet-provider.ts';
import type { Database } from '#platform/server/db/open-database.ts';
import { callFigures, countRefusals, measureCalls } from '#platform/server/metrics/call-metrics.ts';
import { measureStatements, poolFigures } from '#platform/server/metrics/database-metrics.ts';
import { type Figures, registerFigures } from '#platform/server/metrics/figures.ts';
import { type MetricsServer, serveMetrics } from '#platform/server/metrics/metrics-server.ts';
import type { EffectHandler } from '#platform/server/outbox/enqueue.ts';
import { outboxFigures } from '#platform/server/outbox/outbox-figures.ts';
import type { ServerModule } from '#platform/server/server-module.ts';
import type { Role } from '#platform/server/settings/process-settings.ts';
import type { Deps, Ports } from '../ports.ts';

interface Metrics {
  measureCalls(http: FastifyInstance): void;
  measureWallet(wallet: WalletProvider): WalletProvider;
  listen(): Promise<MetricsServer>;
}

/** Returns null without METRICS_PORT. */
export function createMetrics(
  deps: Deps,
  database: Database,
  modules: readonly ServerModule<Ports>[],
  listEffects: () => readonly EffectHandler[],
): Metrics | null {
  const { metrics: settings } = deps.config;
  if (!settings) return null;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  describeProcess(registry, deps.config.role);
  countRefusals(registry, deps.shedding);
  measureStatements(registry, database.pool);
  registerFigures(registry, deps, [
    poolFigures(database.pool),
    outboxFigures(deps, listEffects),
    streamFigures(deps),
    callFigures(deps),
    ...modules.flatMap((module) => module.figures?.(deps) ?? []),
  ]);
  return {
    measureCalls: (http) => measureCalls(registry, http),
    measureWallet: (wallet) => countWalletErrors(wallet, registry),
    listen: () => serveMetrics(registry, settings, deps.log),
  };
}

function describeProcess(registry: Registry, role: Role): void {
  const info = new Gauge({
    name: 'promenade_process_info',
    help: 'Always 1. Its label is the role of this process, to join with other metrics',
    labelNames: ['role'],
    registers: [registry],
  });
  info.set({ role }, 1);
}

const STREAMS = 'promenade_streams_open';

function streamFigures({ liveStreams }: Pick<Deps, 'liveStreams'>): Figures {
  return {
    gauges: [{ name: STREAMS, help: 'Open event streams of this process' }],
    read: () => [{ name: STREAMS, value: liveStreams.countOpen() }],
  };
}
