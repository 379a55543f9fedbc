import type { LimitName } from '#kernel/endpoint.ts';
import { refuse } from '#kernel/errors.ts';
import type { Clock } from '#kernel/time.ts';
import type { LimitSetting, LimitSettings } from './settings.ts';

export type Taken = { allowed: true } | { allowed: false; retryAfterSeconds: number };

export interface Limits {
  /**
   * Takes `cost` tokens (1 by default) from the bucket of this limit and key; a refused call takes none.
   * `retryAfterSeconds` is when the same call would succeed if nobody else takes in between.
   * Throws a RangeError for a cost that the full bucket could never pay.
   */
  take(name: LimitName, key: string, cost?: number): Taken;
  /** Buckets held at present. */
  size(): number;
}

/** `level` counts in tokens × milliseconds of a full refill, so that everything is whole and nothing is lost to rounding. */
interface Bucket {
  level: number;
  filledAt: number;
}

/**
 * Token buckets in this process's memory. A restart fills them, and two processes count apart: they slow down
 * guessing and floods; what must hold exactly (a code's five attempts) is counted in the database.
 * @param keysPerLimit how many keys one limit remembers; beyond it the one least recently used is forgotten.
 */
export function createLimits(settings: LimitSettings | 'off', clock: Clock, keysPerLimit = 20_000): Limits {
  if (settings === 'off') return { take: () => ({ allowed: true }), size: () => 0 };
  const bucketsByLimit = new Map<LimitName, Map<string, Bucket>>();

  return {
    take(name, key, cost = 1) {
      const setting = settings[name];
      if (!Number.isInteger(cost) || cost < 1 || cost > setting.capacity) {
        throw new RangeError(`limit ${name} cannot pay ${cost}`);
      }
      const buckets = bucketsByLimit.get(name) ?? new Map<string, Bucket>();
      bucketsByLimit.set(name, buckets);
      const bucket = refilled(buckets.get(key), setting, clock.now().getTime());
      const missing = cost * setting.refillMilliseconds - bucket.level;
      if (missing <= 0) bucket.level = -missing;
      remember(buckets, key, bucket, keysPerLimit);
      if (missing <= 0) return { allowed: true };
      return { allowed: false, retryAfterSeconds: Math.ceil(missing / setting.capacity / 1000) };
    },
    size: () => [...bucketsByLimit.values()].reduce((sum, buckets) => sum + buckets.size, 0),
  };
}

/** Takes one token. Refuses 'request/too-many' where there is none, and says when the next one is. */
export function takeOrRefuse(limits: Limits, name: LimitName, key: string): void {
  const taken = limits.take(name, key);
  if (!taken.allowed) throw refuse('request/too-many', { retryAfterSeconds: taken.retryAfterSeconds });
}

function refilled(bucket: Bucket | undefined, setting: LimitSetting, now: number): Bucket {
  const full = setting.capacity * setting.refillMilliseconds;
  if (!bucket) return { level: full, filledAt: now };
  // A clock set back must neither take tokens away nor, once it runs on, give the same time twice.
  const elapsed = Math.max(0, now - bucket.filledAt);
  return {
    level: Math.min(full, bucket.level + elapsed * setting.capacity),
    filledAt: Math.max(now, bucket.filledAt),
  };
}

/** A Map keeps its insertion order, so the key put back last is the one most recently used. */
function remember(buckets: Map<string, Bucket>, key: string, bucket: Bucket, keysPerLimit: number): void {
  buckets.delete(key);
  buckets.set(key, bucket);
  if (buckets.size <= keysPerLimit) return;
  const oldest = buckets.keys().next();
  if (!oldest.done) buckets.delete(oldest.value);
}
