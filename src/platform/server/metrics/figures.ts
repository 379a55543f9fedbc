import { Counter, Gauge, type Registry } from 'prom-client';
import { addMilliseconds, SECOND } from '#kernel/time.ts';
import type { Deps } from '../deps.ts';
import { withinLimit } from '../within-limit.ts';

interface Sample {
  name: string;
  labels?: Record<string, string>;
  value: number;
}

/** Gauges that one function reads together, when Prometheus asks. */
export interface Figures {
  gauges: readonly { name: string; help: string; labels?: readonly string[] }[];
  read: () => Promise<Sample[]> | Sample[];
  /** However often the metrics are read, `read` runs at most once in this time. Default: 5 s. */
  freshMs?: number;
}

/** A database that hangs must not delay the answer to Prometheus. */
const READ_LIMIT_MS = 2 * SECOND;

/**
 * A failed read is logged and counted, and its gauges have no value until the next one. A read that takes too long
 * counts as failed, and so does each one that is due before it ends: a group never takes a second connection.
 */
export function registerFigures(
  registry: Registry,
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  groups: readonly Figures[],
): void {
  const failures = new Counter({
    name: 'promenade_figures_failed_total',
    help: 'Reads of figures that failed',
    registers: [registry],
  });
  for (const { gauges, read, freshMs = 5 * SECOND } of groups) {
    let isBusy = false;
    const readAlone = async () => {
      if (isBusy) throw new Error('the previous read has not ended');
      isBusy = true;
      try {
        return await read();
      } finally {
        isBusy = false;
      }
    };
    let reading = Promise.resolve();
    let readUntil = new Date(0);
    const refresh = () => {
      const now = clock.now();
      // A clock that was ahead is no reason to keep old values.
      if (now < readUntil && readUntil <= addMilliseconds(now, freshMs)) return reading;
      readUntil = addMilliseconds(now, freshMs);
      reading = load();
      return reading;
    };
    const registered = gauges.map(({ name, help, labels = [] }) => ({
      name,
      hasLabels: labels.length > 0,
      gauge: new Gauge({ name, help, labelNames: labels, registers: [registry], collect: refresh }),
    }));
    const load = async () => {
      let samples: Sample[] = [];
      try {
        samples = await withinLimit(readAlone(), READ_LIMIT_MS);
      } catch (error) {
        failures.inc();
        log.warn({ err: error }, 'failed to read figures for the metrics');
      }
      for (const { name, gauge, hasLabels } of registered) {
        gauge.reset();
        if (!hasLabels) gauge.set(Number.NaN);
        for (const sample of samples) if (sample.name === name) gauge.set(sample.labels ?? {}, sample.value);
      }
    };
  }
}
