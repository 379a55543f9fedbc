import { addMilliseconds, type Clock, SECOND } from '#kernel/time.ts';
import { refuse } from '#platform/domain.ts';
import type { Tx } from '../db/open-database.ts';
import type { Logger } from '../log/log.ts';
import { computeWaitSeconds, type Rate, takeToken, type Taken, toRate } from './bucket.ts';
import type { LimitStore } from './limit-store.ts';
import type { LimitSettings } from './settings.ts';

export type LimitResult = { allowed: true } | { allowed: false; retryAfterSeconds: number };

export interface Limits {
  /**
   * A refused call takes no token. `retryAfterSeconds` assumes that no other call takes one before. Pass the transaction
   * if one is open.
   */
  take(name: string, key: string, tx?: Tx): Promise<LimitResult>;
  isPerObject(name: string): boolean;
}

export interface LimitOptions {
  clock: Clock;
  log: Pick<Logger, 'warn'>;
  /** Without one, this process counts alone. */
  store?: LimitStore | undefined;
  /** Beyond it, the least recently used key is evicted. */
  keysPerLimit?: number;
}

/** After a failure, the store is left alone for this long. */
const PAUSE_MS = SECOND;

/**
 * They only slow down guessing and floods: buckets may be lost and are then full. Exact limits, such as the five attempts
 * of a code, are counted in their own tables.
 */
export function createLimits(settings: LimitSettings | 'off', options: LimitOptions): Limits {
  if (settings === 'off') return { take: async () => ({ allowed: true }), isPerObject: () => false };
  const { clock, log, store, keysPerLimit = 20_000 } = options;
  const limits = new Map(
    Object.entries(settings).map(([name, setting]) => [
      name,
      { setting, rate: toRate(setting), buckets: new Map<string, number>() },
    ]),
  );
  let pausedUntil: Date | undefined;

  /** Null if the store does not answer. A limit must never be the reason for an outage. */
  async function ask(key: string, nowUs: number, rate: Rate, tx?: Tx): Promise<Taken | null> {
    const now = clock.now();
    if (!store || (pausedUntil && now < pausedUntil)) return null;
    try {
      const taken = await store.take(key, nowUs, rate, tx);
      if (pausedUntil) log.warn('rate limits are shared again');
      pausedUntil = undefined;
      return taken;
    } catch (error) {
      // The statement has ended the transaction too.
      if (tx && store.usesTransactions) throw error;
      if (!pausedUntil)
        log.warn({ err: error }, 'rate limits count per process: their store does not answer');
      pausedUntil = addMilliseconds(now, PAUSE_MS);
      return null;
    }
  }

  return {
    async take(name, key, tx) {
      const limit = limits.get(name);
      if (!limit) throw new RangeError(`limit ${name} is not declared`);
      const { setting, rate, buckets } = limit;
      const nowUs = clock.now().getTime() * 1000;
      const takeHere = () => takeToken(buckets.get(key) ?? nowUs, nowUs, rate);
      // No other process can have given a token back, so a flood costs the store nothing.
      const isRefusedHere = !takeHere().isAllowed;
      const shared =
        setting.isPerProcess || isRefusedHere ? null : await ask(`${name} ${key}`, nowUs, rate, tx);
      // Other calls may have taken tokens in the meantime.
      const taken = shared ?? takeHere();
      const fullAtUs = shared ? Math.max(shared.fullAtUs, buckets.get(key) ?? 0) : taken.fullAtUs;
      // A transaction that fails gives the token back that it took in its own database.
      const mayReturn = tx !== undefined && shared !== null && store?.usesTransactions;
      if (!mayReturn) remember(buckets, key, fullAtUs, keysPerLimit);
      if (taken.isAllowed) return { allowed: true };
      return { allowed: false, retryAfterSeconds: computeWaitSeconds(taken.fullAtUs, nowUs, rate) };
    },
    isPerObject: (name) => settings[name]?.isPerObject === true,
  };
}

/**
 * Refuses with 'request/too-many'. Pass a domain's limits as the type argument, so that an unknown name does not
 * compile.
 */
export async function requireToken<Name extends string>(
  limits: Limits,
  name: NoInfer<Name>,
  key: string,
  tx?: Tx,
): Promise<void> {
  const taken = await limits.take(name, key, tx);
  if (!taken.allowed) throw refuse('request/too-many', { retryAfterSeconds: taken.retryAfterSeconds });
}

/** A Map iterates in insertion order, so the key that was put back last is the most recently used. */
function remember(buckets: Map<string, number>, key: string, fullAtUs: number, most: number): void {
  buckets.delete(key);
  buckets.set(key, fullAtUs);
  if (buckets.size <= most) return;
  const oldest = buckets.keys().next();
  if (!oldest.done) buckets.delete(oldest.value);
}
