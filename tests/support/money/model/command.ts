/** How a command is defined: its arguments and its effect, decided by the model only. */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Outcome } from '#tests/support/money/city.ts';
import type { Campaign } from './facts.ts';
import { check, readWallet, type Stage, tick } from './stage.ts';

export type Command = fc.AsyncCommand<Stage, Stage>;

/** An argument: random in a course, the usual value in a scene. */
interface Choice<Value> {
  any: fc.Arbitrary<Value>;
  usual: Value;
}

/** An index that means the newest thing; one less is the one before it. */
export const NEWEST = -1;
export const number: Choice<number> = { any: fc.nat({ max: 999 }), usual: NEWEST };
export const rarely: Choice<boolean> = { any: fc.nat({ max: 9 }).map((draw) => draw === 0), usual: false };
/** One of these values, as often as it is listed; the first is the usual one. */
export const of = <const Value>(...values: [Value, ...Value[]]): Choice<Value> => ({
  any: fc.constantFrom(...values),
  usual: values[0],
});

/** All defined commands. The weight says how often a course runs one, relative to the others. */
export const commands: { weight: number; arbitrary: fc.Arbitrary<Command[]> }[] = [];

/** Runs these commands if one of the first ones has a subject. */
export const ifAny = (first: Command[], then: Command[]): Command => {
  const all = [...first, ...then];
  return {
    check: (model) => first.some((command) => command.check(model)),
    async run(model, real) {
      for (const command of all) if (command.check(model)) await command.run(model, real);
    },
    toString: () => `if any: ${all.join(', ')}`,
  };
};

type Choose = <Thing>(things: readonly Thing[], fits?: (thing: Thing) => boolean) => Thing | undefined;

/** `find` selects the command's subject from the model only. If it finds none, the command is skipped. */
export const define =
  <Args extends object>(name: string, weight: number, own?: { [Key in keyof Args]: Choice<Args[Key]> }) =>
  <Thing>(
    find: (stage: Stage, choose: Choose, args: Args) => Thing | undefined,
    act: (stage: Stage, thing: Thing, args: Args) => Promise<unknown>,
  ): ((args?: Partial<Args> & { which?: number }) => Command) => {
    const choices = Object.entries<Choice<unknown>>({ which: number, ...own });
    const usual = Object.fromEntries(choices.map(([key, choice]) => [key, choice.usual]));

    const make = (given: object = {}): Command => {
      // The choices have every key.
      const args = { ...usual, ...given } as Args & { which: number };
      const text = `${name}(${JSON.stringify(given)})`;
      const found = (stage: Stage) => find(stage, (things, fits) => pick(things, args.which, fits), args);
      return {
        check: (stage) => found(stage as Stage) !== undefined,
        async run(_, stage) {
          tick(stage);
          stage.city.course.push(`${stage.city.clock.now().toISOString()} ${text}`);
          const thing = found(stage);
          if (thing !== undefined) await act(stage, thing, args);
          await readWallet(stage);
          await check(stage);
        },
        toString: () => text,
      };
    };
    const any = fc.record(Object.fromEntries(choices.map(([key, choice]) => [key, choice.any])));
    commands.push({ weight, arbitrary: any.map((args) => [make(args)]) });
    return make;
  };

/** Mostly picks one that fits, now and then any. */
export function pick<Thing>(
  things: readonly Thing[],
  which: number,
  fits: (thing: Thing) => boolean = () => true,
): Thing | undefined {
  const fitting = which < 0 || which % 6 === 0 ? [] : things.filter(fits);
  const from = fitting.length > 0 ? fitting : things;
  return from.at(which < 0 ? which : which % Math.max(1, from.length));
}

export const strangerTo = ({ advertisers }: Stage, { owner }: Campaign) =>
  advertisers.find((one) => one !== owner) ?? owner;

/** Expects success exactly if the model allows it. The tests of each service check the refusal codes. */
export async function expectDone<Value>(isAllowed: boolean, action: Promise<Outcome<Value>>) {
  const outcome = await action;
  expect(outcome.code === 'ok', outcome.code).toBe(isAllowed);
  return outcome;
}

/** Uses the wallet's controls, as its staff would. Returns the response. */
export async function controlWallet({ city }: Stage, method: string, path: string, body: object) {
  const { status, json } = await city.wallet.control(method, path, body);
  expect(status, path).toBeLessThan(300);
  return json;
}
