import { z } from 'zod';

import { seededChance, type Chance } from './seeded-chance.ts';

/** In the order in which they are decided. */
const requestFaults = ['dropBefore', 'dropAfter', 'errorAfter', 'delay'] as const;
const faultKinds = [...requestFaults, 'duplicateWebhook', 'reorderWebhooks'] as const;

/**
 * - dropBefore: the connection breaks, and nothing has happened.
 * - dropAfter: the change happens and is saved, and then the connection breaks.
 * - errorAfter: the change happens, and the response is 500.
 * - delay: the response comes late.
 * - duplicateWebhook: an accepted delivery comes twice more, unchanged and with a new transmission id.
 * - reorderWebhooks: due deliveries are sent in another order.
 */
export type FaultKind = (typeof faultKinds)[number];

const Share = z.number().min(0).max(1);

export const FaultPlan = z.strictObject({
  /** The same seed and the same calls in the same order produce the same faults. */
  seed: z.number().int().default(1),
  /** Probabilities from 0 to 1: per request, per delivery, or per round with several deliveries. */
  rates: z.partialRecord(z.enum(faultKinds), Share).default({}),
  delayMs: z.number().int().nonnegative().default(1000),
  /** Path prefixes, such as /v1/payments/payouts. All paths if missing. */
  only: z.array(z.string()).optional(),
  /** Certain to hit the next matching calls, in this order. */
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
  /** Held deliveries are sent afterwards, late. */
  holdWebhooks: z.boolean().default(false),
});

export type Faults = z.input<typeof FaultPlan>;

export type RequestFaults = Partial<Record<(typeof requestFaults)[number], true>> & { delayMs: number };

export type FaultMaker = {
  set(plan: z.output<typeof FaultPlan>): void;
  clear(): void;
  report(): { plan: object; counts: Record<FaultKind, number> };
  /** `path` is without the simulator's prefix. */
  forRequest(method: string, path: string): RequestFaults;
  isDuplicated(): boolean;
  /** Returns undefined if the order does not change. */
  reordered<Thing>(things: readonly Thing[]): Thing[] | undefined;
  holdsWebhooks(): boolean;
};

export function createFaultMaker(faults: Faults = {}): FaultMaker {
  let plan = FaultPlan.parse(faults);
  let chance: Chance = seededChance(plan.seed);
  const counts = noCounts();

  /** Draws even if the result cannot matter, so that one rate or rule does not change other faults. */
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
      // Copied, because the rules count down.
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
        // A call that ends without a response cannot have another ending.
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
