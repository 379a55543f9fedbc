import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { EffectHandler } from './enqueue.ts';
import { createLaneRunners, resumeSentEffects } from './effect-runner.ts';
import type { Subscription } from './announce.ts';
import { createEventRunner } from './event-runner.ts';
import { type LateSweep, createSweepRunner, type Sweep } from './sweep-runner.ts';
import { onWake } from './wake.ts';
import { toErrorReason, type WorkerDeps } from './worker-deps.ts';

export type { EffectHandler, LateSweep, Subscription, Sweep };

export interface OutboxWorkerOptions extends WorkerDeps {
  subscriptions: readonly Subscription[];
  effects: readonly EffectHandler[];
  sweeps: readonly Sweep[];
  /**
   * No other process can use this database (the embedded engine). Work that a crash interrupted is then resumed at
   * once, instead of after its lease of two minutes.
   */
  isAlone: boolean;
}

export interface OutboxWorker {
  runDue(): Promise<number>;
  runOutbox(): Promise<number>;
  /** Works at once after a commit in this process, and otherwise polls every second. */
  start(): void;
  stop(): Promise<void>;
  listLateSweeps(): Promise<LateSweep[]>;
}

const POLL_INTERVAL_MS = 1000;
const EVENTS = 'events';

export function createOutboxWorker(options: OutboxWorkerOptions): OutboxWorker {
  requireUnique(
    'effect',
    options.effects.map(({ kind }) => kind),
  );
  requireUnique(
    'sweep',
    options.sweeps.map(({ name }) => name),
  );
  const nextEvent = createEventRunner(options, options.subscriptions);
  const lanes = createLaneRunners(options, options.effects);
  const sweeps = createSweepRunner(options, options.sweeps);
  const effectKinds = new Set(options.effects.map(({ kind }) => kind));
  let resuming: Promise<void> | undefined;

  function resume(): Promise<void> {
    const { db, clock, isAlone } = options;
    resuming ??= isAlone ? resumeSentEffects(db, clock).then(() => sweeps.resumeAll()) : Promise.resolve();
    return resuming;
  }

  /** One statement instead of one for the events and one for each lane. */
  async function listDueKinds(): Promise<string[]> {
    const { db, clock } = options;
    const now = clock.now();
    const { rows } = await db.execute<{ kind: string }>(sql`
      select ${EVENTS} as kind
        where exists (select from outbox where form = 'event' and state = 'ready' and next_at <= ${now})
      union all
      -- One kind at a time, so that the index gives its first row.
      select own.kind from unnest(${sql.param([...effectKinds])}::text[]) as own (kind)
        where exists (select from outbox where form = 'effect' and state in ('ready', 'sent', 'unknown')
          and kind = own.kind and next_at <= greatest(${now}::timestamptz, now())
          and next_at <= case state when 'sent' then now() else ${now}::timestamptz end)`);
    return rows.map(({ kind }) => kind);
  }

  async function runOutbox(): Promise<number> {
    await resume();
    let done = 0;
    for (;;) {
      const before = done;
      const due = await listDueKinds();
      // An empty lane costs a statement too, and there are more lanes than due effects.
      if (due.includes(EVENTS)) while (await nextEvent()) done += 1;
      const busy = lanes.filter(({ kinds }) => due.some((kind) => kinds.has(kind)));
      for (const lane of busy) while (await lane.startNext()) done += 1;
      for (const lane of busy) await lane.finished();
      if (done === before) return done;
    }
  }

  async function runDue(): Promise<number> {
    let done = await runOutbox();
    for (;;) {
      const begun = await sweeps.startDue();
      await sweeps.finished();
      if (begun === 0) return done;
      done += begun + (await runOutbox());
    }
  }

  const state = { isRunning: false };
  const woken: WokenLoop[] = [
    { name: 'events', bell: createSignal(), step: nextEvent, isFor: (kind) => !effectKinds.has(kind) },
    ...lanes.map(({ lane, kinds, waitForSlot, startNext }) => ({
      name: `effects for ${lane.name}`,
      bell: createSignal(),
      step: async () => {
        await waitForSlot();
        // stop() may have been called while all slots were taken.
        return state.isRunning && startNext();
      },
      isFor: (kind: string) => kinds.has(kind),
    })),
  ];
  const polling: Loop[] = [
    {
      name: 'polling',
      bell: createSignal(),
      step: async () => {
        for (const kind of await listDueKinds()) wake(kind);
        return false;
      },
      waitMs: POLL_INTERVAL_MS,
    },
    {
      name: 'sweeps',
      bell: createSignal(),
      step: async () => sweeps.mayBeDue() && (await sweeps.startDue()) > 0,
      waitMs: POLL_INTERVAL_MS,
    },
  ];
  const loops = [...woken, ...polling];

  function wake(kind: string | undefined): void {
    for (const { bell, isFor } of woken) if (kind === undefined || isFor(kind)) bell.ring();
  }

  let running: Promise<unknown> | undefined;

  async function runLoop({ name, step, bell, waitMs }: Loop): Promise<void> {
    while (state.isRunning) {
      const rings = bell.rings();
      let worked = false;
      try {
        await resume();
        worked = await step();
      } catch (error) {
        // The database is unavailable. The loop that polls tries again in a second and wakes the others.
        resuming = undefined;
        options.log.error(
          { err: error, job: name, reason: toErrorReason(error) },
          'the outbox worker failed',
        );
      }
      // With a single connection, a full outbox must not block requests.
      if (worked) await yieldToOthers();
      else if (state.isRunning) await bell.wait(rings, waitMs);
    }
  }

  return {
    runOutbox,
    runDue,
    start() {
      if (state.isRunning) throw new Error('Bug: the outbox worker is running already');
      state.isRunning = true;
      const unsubscribe = onWake(wake);
      running = Promise.all(loops.map(runLoop)).finally(unsubscribe);
    },
    async stop() {
      state.isRunning = false;
      for (const { bell } of loops) bell.ring();
      await running;
      for (const lane of lanes) await lane.finished();
      await sweeps.finished();
    },
    listLateSweeps: () => sweeps.listLate(),
  };
}

interface Loop {
  name: string;
  step: () => Promise<boolean>;
  bell: ReturnType<typeof createSignal>;
  waitMs?: number;
}

/** Does not poll: a commit in this process rings its bell, or the loop that polls for all. */
interface WokenLoop extends Loop {
  isFor: (kind: string) => boolean;
}

function requireUnique(what: string, names: string[]): void {
  const doubled = names.find((name, index) => names.indexOf(name) !== index);
  if (doubled !== undefined) throw new Error(`Bug: two handlers for the ${what} ${doubled}`);
}

/** A caller passes the number of rings that it had seen before its last poll, so it misses none that came since. */
function createSignal() {
  let count = 0;
  let waiting: (() => void)[] = [];
  return {
    rings: () => count,
    ring() {
      count += 1;
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
    wait(heard: number, atMostMs?: number): Promise<void> {
      if (heard !== count) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = atMostMs === undefined ? undefined : setTimeout(resolve, atMostMs);
        waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    },
  };
}
