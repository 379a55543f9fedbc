import type { Clock } from '#kernel/time.ts';

export type ExpiringMap<Value> = {
  get(key: string): Value | undefined;
  set(key: string, value: Value, until: Date): void;
};

/** Keeps at most `limit` values, the newest, until each expires. */
export function createExpiringMap<Value>(limit: number, clock: Clock): ExpiringMap<Value> {
  const entries = new Map<string, { value: Value; until: Date }>();
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry && clock.now() < entry.until) return entry.value;
      entries.delete(key);
      return undefined;
    },
    set(key, value, until) {
      entries.delete(key);
      // A Map iterates in insertion order.
      for (const oldest of [...entries.keys()].slice(0, Math.max(0, entries.size - limit + 1))) {
        entries.delete(oldest);
      }
      entries.set(key, { value, until });
    },
  };
}
