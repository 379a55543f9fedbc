import { describe, expect, it } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { STORY_LIMIT_MS } from '#tests/support/patience.ts';
import type { Stage } from './stage.ts';
import { killed } from './all-stories.ts';
import { isAboutMoney, type Story } from './story.ts';
import { loadMoney, signInAgain, type World } from './worlds.ts';

export function runWorstKills(stage: Stage, stories: readonly Story[]): void {
  for (const told of stories) {
    const { name, worstKill } = told;
    if (worstKill === undefined) continue;
    const title = `${nameKill(worstKill, told)}: ${name}`;
    it(title, { timeout: STORY_LIMIT_MS }, async () => void (await tell(stage, told, worstKill)));
  }
}

/** Runs every story once undisturbed, and once for each of its points with the server killed there. */
export function runStories(stage: Stage, stories: readonly Story[]): void {
  const ends: { title: string; world: World; end: unknown }[] = [];
  const timeout = 2 * STORY_LIMIT_MS;

  for (const told of stories) {
    const { name, end, kills } = told;
    describe(name, () => {
      it('undisturbed, and it passes only points that a kill covers', { timeout }, async () => {
        ends.push({ title: name, world: await tell(stage, told), end });
        const passed = new Set(stage.server.passed.filter(isAboutMoney));
        expect([...passed].filter((label) => !killed.has(label))).toEqual([]);
      });
      for (const label of Object.keys(kills)) {
        it(nameKill(label, told), { timeout }, async () => {
          ends.push({ title: label, world: await tell(stage, told, label), end });
        });
      }
    });
  }

  it('every result stays, and the wallet’s books match ours', { timeout }, async () => {
    await stage.bringUp();
    await stage.holdWebhooks(false);
    await stage.advance(30 * MINUTE);
    await stage.auditBooks();
    for (const { title, world, end } of ends) {
      await signInAgain(stage, world);
      expect([title, await loadMoney(stage, world)]).toEqual([title, end]);
    }
  });
}

/**
 * Runs a story until its money has the expected state, and kills the server at this point if there is one.
 */
async function tell(stage: Stage, told: Story, label?: string): Promise<World> {
  await stage.bringUp();
  await stage.holdWebhooks(told.notices !== undefined);
  const world = await told.prepare(stage);
  stage.server.passed.length = 0;
  const letGo = async () => {
    if (told.notices === 'late') await stage.holdWebhooks(false);
  };
  if (label !== undefined) {
    await die(stage, told, () => told.act(stage, world).then(letGo), label);
    await stage.restart();
  }
  if (label === undefined || told.repeatAfter?.test(label)) await told.act(stage, world);
  await letGo();
  await signInAgain(stage, world);
  await stage.waitFor(() => loadMoney(stage, world), told.end, told.stepMs);
  await stage.auditBooks();
  return world;
}

/**
 * Sweeps, and jobs that follow one or are due later. For all other points the clock stands still until they
 * are passed. Otherwise, on a slow machine, a sweep could do first what the kill must interrupt.
 */
const begunByClock = /^(sweep |effect payment\.look-at-payout|event payment\.surplus-found)/;

async function die(stage: Stage, { stepMs }: Story, act: () => Promise<void>, label: string): Promise<void> {
  const { server } = stage;
  await server.tell({ crashAt: label });
  // The call fails when the server dies.
  const acting = act().catch(() => undefined);
  const isBegunByClock = begunByClock.test(label);
  // The clock advances only after the act.
  if (isBegunByClock) await acting;
  try {
    const look = async () => (server.isRunning() ? `not yet at ${label}` : await server.ended);
    await stage.waitFor(look, 'SIGKILL', isBegunByClock ? stepMs : 0);
  } finally {
    await server.kill();
    await acting;
  }
}

function nameKill(label: string, { kills }: Story): string {
  const shows = kills[label] ?? '';
  const numbers = /^invariants? [\d, and]+/.exec(shows)?.[0] ?? 'invariant 30';
  const rest = shows.slice(shows.startsWith(numbers) ? numbers.length : 0).replace(/^[:, ]+/, '');
  return `${numbers}: killed at ${label}${rest && `, ${rest}`}`;
}
