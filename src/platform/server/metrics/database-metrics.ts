import { Histogram, type Registry } from 'prom-client';
import type { ApplicationPool } from '../db/application-role/application-pool.ts';
import type { Figures } from './figures.ts';

export function measureStatements(registry: Registry, pool: ApplicationPool): void {
  const durations = new Histogram({
    name: 'promenade_database_statement_seconds',
    help: 'Time from sending a statement until its result, also of failed ones',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  });
  pool.statementObservers.set('metrics', () => {
    const begun = performance.now();
    return () => durations.observe((performance.now() - begun) / 1000);
  });
}

const CONNECTIONS = 'promenade_database_connections';
const WAITING = 'promenade_database_waiting';

export function poolFigures(pool: ApplicationPool): Figures {
  return {
    gauges: [
      { name: CONNECTIONS, help: 'Open connections of the pool', labels: ['state'] },
      { name: WAITING, help: 'Statements and transactions that wait for a connection' },
    ],
    read: () => [
      { name: CONNECTIONS, labels: { state: 'idle' }, value: pool.idleCount },
      { name: CONNECTIONS, labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
      { name: WAITING, value: pool.waitingCount },
    ],
  };
}
