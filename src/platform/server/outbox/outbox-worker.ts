import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { EffectHandler } from './enqueue.ts';
import { effectRunner } from './effect-runner.ts';
import type { Subscription } from './announce.ts';
import { eventRunner } from './event-runner.ts';
import { sweepRunner, type Sweep } from './sweep-runner.ts';
import { onNotice } from './wake.ts';
import { reasonOf, type WorkerParts } from './worker-parts.ts';

export type { EffectHandler, Subscription, Sweep };

export interface OutboxWorkerOptions extends WorkerParts {
  subscriptions: readonly Subscription[];
  effects: readonly EffectHandler[];
  sweeps: readonly Sweep[];
  /**
   * No other process can work on this database (the embedded engine): what a crash left half done is resumed at once, and
   * not only when its lease of two minutes has run out.
   */
  isAlone: boolean;
}

export interface OutboxWorker {
  /** Does everything that is due now by the clock, also what that brings about, and answers how many things it did. */
  runDue(): Promise<number>;
  /** Works from now on: at once after a commit of this process, else looking every second. */
  start(): void;
  /** Takes nothing new and waits for what is under way. */
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 1000;

/** The worker of the outbox: events to subscribers, effects to the outside, sweeps on their time. Several processes share the work. */
export function createOutboxWorker(options: OutboxWorkerOptions): OutboxWorker {
  refuseDoubles(
    'effect',
    options.effects.map(({ kind }) => kind),
  );
  refuseDoubles(
    'sweep',
    options.sweeps.map(({ name }) => name),
  );
  const nextEvent = eventRunner(options, options.subscriptions);
  const effects = effectRunner(options, options.effects);
  const sweeps = sweepRunner(options, options.sweeps);
  let resuming: Promise<void> | undefined;

  /** Once, before the first work: afterwards a 'sent' row is one of our own. */
  function resume(): Promise<void> {
    resuming ??= options.isAlone ? effects.resumeAll().then(() => sweeps.resumeAll()) : Promise.resolve();
    return resuming;
  }

  async function runDue(): Promise<number> {
    await resume();
    let done = 0;
    for (;;) {
      const before = done;
      while (await nextEvent()) done += 1;
      while (await effects.startNext()) done += 1;
      await effects.settled();
      done += await sweeps.startDue();
      await sweeps.settled();
      if (done === before) return done;
    }
  }

  let lanes: Promise<unknown> | undefined;
  const state = { isRunning: false };
  const bell = createBell();

  async function lane(name: string, step: () => Promise<boolean>): Promise<void> {
    while (state.isRunning) {
      const rings = bell.rings();
      let worked = false;
      try {
        await resume();
        worked = await step();
      } catch (error) {
        // The database is away; the next look is in a second.
        resuming = undefined;
        options.log.error(
          { err: error, job: name, reason: reasonOf(error) },
          'the outbox worker could not work',
        );
      }
      // With one connection a full outbox must let requests in between.
      if (worked) await yieldToOthers();
      else if (state.isRunning) await bell.wait(rings, LOOK_EVERY_MS);
    }
  }

  return {
    runDue,
    start() {
      if (state.isRunning) throw new Error('Bug: the outbox worker is running already');
      state.isRunning = true;
      const unsubscribe = onNotice(() => bell.ring());
      lanes = Promise.all([
        lane('events', nextEvent),
        lane('effects', () => effects.startNext()),
        lane('sweeps', async () => (await sweeps.startDue()) > 0),
      ]).finally(unsubscribe);
    },
    async stop() {
      state.isRunning = false;
      bell.ring();
      await lanes;
      await effects.settled();
      await sweeps.settled();
    },
  };
}

function refuseDoubles(what: string, names: string[]): void {
  const doubled = names.find((name, index) => names.indexOf(name) !== index);
  if (doubled !== undefined) throw new Error(`Bug: two handlers for the ${what} ${doubled}`);
}

/** Wakes everyone who waits. Whoever names the number of rings heard before looking misses none that came meanwhile. */
function createBell() {
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
    wait(heard: number, atMostMs: number): Promise<void> {
      if (heard !== count) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, atMostMs);
        waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    },
  };
}
