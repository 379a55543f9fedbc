import { DAY, HOUR } from '#kernel/time.ts';

import type { Change } from './books.ts';
import { isoNow, type Simulator } from './simulator.ts';

/** How long the wallet remembers a key. After that the same key makes a second object, as it does there. */
const windows = { order: 6 * HOUR, capture: 6 * HOUR, refund: 45 * DAY, batch: 30 * DAY };

export type KeyKind = keyof typeof windows;

/**
 * What this key has made while it is remembered. The caller answers with that object as it is now, whatever the body
 * of the repeated request says. A request that was refused leaves no key.
 */
export function madeBy(simulator: Simulator, kind: KeyKind, key: string | undefined): string | undefined {
  if (key === undefined) return undefined;
  const known = simulator.books.keys.get(`${kind}:${key}`);
  if (!known) return undefined;
  const ageMs = simulator.clock.now().getTime() - Date.parse(known.firstAt);
  return ageMs < windows[kind] ? known.targetId : undefined;
}

/** The change that remembers it; none where the client sent no key. */
export function remember(
  simulator: Simulator,
  kind: KeyKind,
  key: string | undefined,
  targetId: string,
): Change[] {
  if (key === undefined) return [];
  return [{ table: 'keys', record: { id: `${kind}:${key}`, targetId, firstAt: isoNow(simulator) } }];
}
