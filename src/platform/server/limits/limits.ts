import type { Clock } from '#kernel/time.ts';
import { refuse } from '#platform/domain.ts';
import type { LimitSetting, LimitSettings } from './settings.ts';

export type LimitResult = { allowed: true } | { allowed: false; retryAfterSeconds: number };

export interface Limits {
  /**
   * A refused call takes none. `retryAfterSeconds` assumes that no other call takes tokens before. Throws a RangeError
   * for a cost that a full bucket could never pay.
   */
  take(name: string, key: string, cost?: number): LimitResult;
  isPerObject(name: string): boolean;
  size(): number;
}

/**
 * `level` is tokens × milliseconds of a full refill. All values are whole numbers, so rounding loses nothing.
 */
interface Bucket {
  level: number;
  filledAt: number;
}

/**
 * A restart refills the buckets, and each process counts separately. They only slow down guessing and floods. Exact
 * limits, such as the five attempts of a code, are counted in the database.
 * @param keysPerLimit beyond it, the least recently used key is evicted.
 */
export function createLimits(settings: LimitSettings | 'off', clock: Clock, keysPerLimit = 20_000): Limits {
  if (settings === 'off') return { take: () => ({ allowed: true }), isPerObject: () => false, size: () => 0 };
  const bucketsByLimit = new Map<string, Map<string, Bucket>>();

  return {
    take(name, key, cost = 1) {
      const setting = settings[name];
      if (!setting) throw new RangeError(`limit ${name} is not declared`);
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
    isPerObject: (name) => settings[name]?.isPerObject === true,
    size: () => [...bucketsByLimit.values()].reduce((sum, buckets) => sum + buckets.size, 0),
  };
}

/**
 * Refuses with 'request/too-many'. Pass a domain's limits as the type argument, so that an unknown name does not
 * compile.
 */
export function requireToken<Name extends string>(limits: Limits, name: NoInfer<Name>, key: string): void {
  const taken = limits.take(name, key);
  if (!taken.allowed) throw refuse('request/too-many', { retryAfterSeconds: taken.retryAfterSeconds });
}

function refilled(bucket: Bucket | undefined, setting: LimitSetting, now: number): Bucket {
  const full = setting.capacity * setting.refillMilliseconds;
  if (!bucket) return { level: full, filledAt: now };
  // If the clock goes back, the bucket must not lose tokens. When it catches up, the same time must not
  // refill twice.
  const elapsed = Math.max(0, now - bucket.filledAt);
  return {
    level: Math.min(full, bucket.level + elapsed * setting.capacity),
    filledAt: Math.max(now, bucket.filledAt),
  };
}

/** A Map iterates in insertion order, so the key that was put back last is the most recently used. */
function remember(buckets: Map<string, Bucket>, key: string, bucket: Bucket, keysPerLimit: number): void {
  buckets.delete(key);
  buckets.set(key, bucket);
  if (buckets.size <= keysPerLimit) return;
  const oldest = buckets.keys().next();
  if (!oldest.done) buckets.delete(oldest.value);
}
