import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { STORY_LIMIT_MS } from '../patience.ts';
import { isAboutMoney } from './jobs.ts';
import { LONGEST_WAIT_MS, STILL_MS, settled, type Stage } from './stage.ts';

/** One way that money goes, told anew for every point at which the server is killed on it. */
export interface Story<World = unknown> {
  name: string;
  /** Brings everything to where it begins. */
  prepare(stage: Stage): Promise<World>;
  /** What somebody does; it breaks off where the server dies. */
  act(stage: Stage, world: NoInfer<World>): Promise<unknown>;
  /** What a person does again of themselves, once the server is back, where they had been told nothing. */
  repeat?(stage: Stage, world: NoInfer<World>, label: string): Promise<unknown>;
  /** What has become of the money. */
  look(stage: Stage, world: NoInfer<World>): Promise<unknown>;
  /** What must have become of it in the end, however often the server died. */
  end: unknown;
  /** How far the clock runs on between two looks. */
  stepMs?: number;
  /**
   * What it kills is begun by the clock: by a sweep, or by an effect that is due later. Else the clock stands still until the
   * server has died, so that on a slow machine no sweep does first what was to be cut off.
   */
  isBegunByClock?: boolean;
  /** The points at which the server is killed: what each shows, or ''. The number of an invariant stands at its beginning. */
  kills: Readonly<Record<string, string>>;
  /** The kill that loses most if recovery is wrong. `npm test` runs this one; the deep suite runs all. */
  worstKill?: string;
}

/** So that stories with worlds of their own can be listed together. */
export function story<World>(told: Story<World>): Story {
  return told as Story<unknown> as Story; // Each gets back what its own `prepare` has answered.
}

/** Runs the worst kill of each story that names one. */
export function tellWorstKills(stage: Stage, stories: readonly Story[]): void {
  for (const told of stories) {
    const { name, worstKill } = told;
    if (worstKill === undefined) continue;
    const title = `${nameKill(worstKill, told.kills[worstKill] ?? '')}: ${name}`;
    it(title, { timeout: STORY_LIMIT_MS }, () => tellKilled(stage, told, worstKill).then(() => undefined));
  }
}

/** Runs a story with the server killed at this point, until its money is where it must be. */
async function tellKilled(stage: Stage, told: Story, label: string): Promise<() => Promise<unknown>> {
  await stage.bringUp();
  const world = await told.prepare(stage);
  await die(stage, label, () => told.act(stage, world), told);
  await stage.restart();
  await told.repeat?.(stage, world, label);
  const look = () => told.look(stage, world);
  await settled(stage, look, told.end, told);
  await stage.auditBooks();
  return look;
}

function nameKill(label: string, shows: string): string {
  const numbers = /^invariants? [\d, and]+/.exec(shows)?.[0] ?? 'invariant 30';
  const what = shows.slice(shows.startsWith(numbers) ? numbers.length : 0).replace(/^[:, ]+/, '');
  return `${numbers}: killed at ${label}${what && `, ${what}`}`;
}

/** Tells every story once undisturbed, and once for each of its points with the server killed there. */
export function tellStories(stage: Stage, stories: readonly Story[], killed: ReadonlySet<string>): void {
  const ends: { title: string; look: () => Promise<unknown>; end: unknown }[] = [];

  for (const told of stories) {
    describe(told.name, () => {
      it(
        'undisturbed, and it passes no point at which the server is not killed',
        { timeout: 2 * STORY_LIMIT_MS },
        async () => {
          await stage.bringUp();
          const world = await told.prepare(stage);
          stage.server.passed.length = 0;
          await told.act(stage, world);
          const look = () => told.look(stage, world);
          await settled(stage, look, told.end, told);
          await stage.auditBooks();
          ends.push({ title: told.name, look, end: told.end });
          const passed = new Set(stage.server.passed.filter(isAboutMoney));
          expect([...passed].filter((label) => !killed.has(label))).toEqual([]);
        },
      );

      for (const [label, shows] of Object.entries(told.kills)) {
        it(nameKill(label, shows), { timeout: 2 * STORY_LIMIT_MS }, async () => {
          const look = await tellKilled(stage, told, label);
          ends.push({ title: label, look, end: told.end });
        });
      }
    });
  }

  it('every end stays as it is, and the wallet’s books are ours', { timeout: STORY_LIMIT_MS }, async () => {
    await stage.bringUp();
    await stage.wallet.holdWebhooks(false);
    await stage.advance(30 * MINUTE);
    await stage.auditBooks();
    for (const { title, look, end } of ends) expect([title, await look()]).toEqual([title, end]);
  });
}

/** Lets somebody act until the server has died at that point; the clock runs on afterwards where the story waits for it. */
async function die(
  stage: Stage,
  label: string,
  act: () => Promise<unknown>,
  { stepMs = 2 * MINUTE, isBegunByClock = false }: Pick<Story, 'stepMs' | 'isBegunByClock'>,
): Promise<void> {
  await stage.server.crashAt(label);
  let hasActed = false;
  const acting = act()
    .then(
      () => undefined,
      (error: unknown) => error,
    )
    .finally(() => {
      hasActed = true;
    });
  const began = Date.now();
  let advancedAt = began;
  while (stage.server.isRunning() && Date.now() - began < LONGEST_WAIT_MS) {
    await Promise.race([sleep(100), stage.server.ended]);
    if (isBegunByClock && hasActed && Date.now() - advancedAt > STILL_MS) {
      advancedAt = Date.now();
      await stage.advance(stepMs);
    }
  }
  if (stage.server.isRunning()) {
    await stage.server.crashAt(null);
    throw new Error(`the server never came to ${label}`, { cause: await acting });
  }
  expect(await stage.server.ended).toBe('SIGKILL');
  await acting;
}
