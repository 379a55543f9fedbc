/** How a command is written: what to do, from a look at the model alone, and the comparison afterwards. */
import type fc from 'fast-check';
import type { Campaign } from './facts.ts';
import { check, type Stage, tick } from './stage.ts';

export type Command = fc.AsyncCommand<Stage, Stage>;
type Act = () => Promise<void>;

/** `plan` looks at the model alone and answers what to do, or null. */
export function command<Args>(
  name: string,
  args: Args,
  plan: (stage: Stage, args: Args) => Act | null,
): Command {
  return {
    check: (stage) => plan(stage as Stage, args) !== null,
    async run(_, stage) {
      tick(stage);
      stage.city.course.push(`${stage.city.clock.now().toISOString()} ${name} ${JSON.stringify(args)}`);
      await plan(stage, args)?.();
      await check(stage);
    },
    toString: () => `${name}(${JSON.stringify(args)})`,
  };
}

/** As a number of something: the one that was made last; one less is the one before it. */
export const NEWEST = -1;

export const pick = <Thing>(things: readonly Thing[], number: number): Thing | undefined =>
  things.at(number < 0 ? number : number % Math.max(1, things.length));

/** Mostly one that fits, now and then any. */
export function pickFitting<Thing>(
  things: readonly Thing[],
  number: number,
  fits: (thing: Thing) => boolean,
): Thing | undefined {
  const fitting = things.filter(fits);
  return number < 0 || number % 6 === 0 || fitting.length === 0
    ? pick(things, number)
    : pick(fitting, number);
}

export const strangerTo = ({ advertisers }: Stage, { owner }: Campaign) =>
  advertisers.find((one) => one !== owner) ?? owner;
