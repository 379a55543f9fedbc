import { z } from 'zod';

import { seededChance, type Chance } from './seeded-chance.ts';

/** What can happen to a request, in the order in which it is decided, and what to a delivery. */
const requestFaults = ['dropBefore', 'dropAfter', 'errorAfter', 'delay'] as const;
const faultKinds = [...requestFaults, 'duplicateWebhook', 'reorderWebhooks'] as const;

/**
 * - dropBefore: the connection breaks and nothing has happened.
 * - dropAfter: it has happened and is on the disk, and then the connection breaks.
 * - errorAfter: it has happened, and the answer is 500.
 * - delay: the answer comes late.
 * - duplicateWebhook: a delivery that was taken comes twice more, as it was and under a new transmission id.
 * - reorderWebhooks: what waits for delivery goes out in another order.
 */
export type FaultKind = (typeof faultKinds)[number];

const Share = z.number().min(0).max(1);

export const FaultPlan = z.strictObject({
  /** The same seed and the same calls in the same order make the same faults. */
  seed: z.number().int().default(1),
  /** How probable each is, 0 to 1: by request, by delivery, and by round of deliveries of which there are several. */
  rates: z.partialRecord(z.enum(faultKinds), Share).default({}),
  /** How late a late answer is. */
  delayMs: z.number().int().nonnegative().default(1000),
  /** Beginnings of the paths that the rates are for, e.g. /v1/payments/payouts; all where it is missing. */
  only: z.array(z.string()).optional(),
  /** Faults that surely happen to the next calls that fit, the first rule first. */
  next: z
    .array(
      z.strictObject({
        fault: z.enum(faultKinds),
        method: z.string().optional(),
        pathPrefix: z.string().optional(),
        times: z.number().int().positive().default(1),
      }),
    )
    .default([]),
  /** Nothing is delivered while this is true; what was held goes out afterwards, late. */
  holdWebhooks: z.boolean().default(false),
});

/** What a tester may write; everything may be left out. */
export type Faults = z.input<typeof FaultPlan>;

/** What happens to one request. */
export type RequestFaults = Partial<Record<(typeof requestFaults)[number], true>> & { delayMs: number };

export type FaultMaker = {
  /** Replaces the plan; the counts go on. */
  set(plan: z.output<typeof FaultPlan>): void;
  /** No faults, and the counts at nought. */
  clear(): void;
  report(): { plan: object; counts: Record<FaultKind, number> };
  /** Decides about a call of the interface. @param path without the simulator's prefix. */
  forRequest(method: string, path: string): RequestFaults;
  /** Whether a delivery is to come again. */
  isDuplicated(): boolean;
  /** The same things in another order, or undefined where they stay as they are. */
  reordered<Thing>(things: readonly Thing[]): Thing[] | undefined;
  holdsWebhooks(): boolean;
};

export function createFaultMaker(faults: Faults = {}): FaultMaker {
  let plan = FaultPlan.parse(faults);
  let chance: Chance = seededChance(plan.seed);
  const counts = noCounts();

  /** Draws whether or not it can matter, so that one rate or rule moves no other fault. */
  const isDrawn = (kind: FaultKind) => chance.fraction() < (plan.rates[kind] ?? 0);

  function takeRule(kind: FaultKind, call?: { method: string; path: string }): boolean {
    const rule = plan.next.find(
      (one) =>
        one.fault === kind &&
        one.times > 0 &&
        (one.method === undefined || one.method === call?.method) &&
        (one.pathPrefix === undefined || call?.path.startsWith(one.pathPrefix) === true),
    );
    if (!rule) return false;
    rule.times -= 1;
    return true;
  }

  return {
    set(next) {
      // The rules count down in a copy.
      plan = structuredClone(next);
      chance = seededChance(plan.seed);
    },
    clear() {
      plan = FaultPlan.parse({});
      Object.assign(counts, noCounts());
    },
    report: () => ({ plan: { ...plan, next: plan.next.filter((rule) => rule.times > 0) }, counts }),
    forRequest(method, path) {
      const { only, delayMs } = plan;
      const isRated = !only || only.some((prefix) => path.startsWith(prefix));
      const faults: RequestFaults = { delayMs };
      for (const kind of requestFaults) {
        const isHit = isRated && isDrawn(kind);
        // A call that ends without an answer has no other end.
        if (faults.dropBefore || (faults.dropAfter && kind === 'errorAfter')) continue;
        if (!takeRule(kind, { method, path }) && !isHit) continue;
        faults[kind] = true;
        counts[kind] += 1;
      }
      return faults;
    },
    isDuplicated() {
      const isHit = isDrawn('duplicateWebhook');
      if (!takeRule('duplicateWebhook') && !isHit) return false;
      counts.duplicateWebhook += 1;
      return true;
    },
    reordered(things) {
      if (things.length < 2) return undefined;
      const isHit = isDrawn('reorderWebhooks');
      if (!takeRule('reorderWebhooks') && !isHit) return undefined;
      counts.reorderWebhooks += 1;
      const shuffled = chance.shuffled(things);
      const isSame = shuffled.every((thing, index) => thing === things[index]);
      return isSame ? [...shuffled.slice(1), ...shuffled.slice(0, 1)] : shuffled;
    },
    holdsWebhooks: () => plan.holdWebhooks,
  };
}

function noCounts(): Record<FaultKind, number> {
  return { dropBefore: 0, dropAfter: 0, errorAfter: 0, delay: 0, duplicateWebhook: 0, reorderWebhooks: 0 };
}
