import { DAY, HOUR } from '../time.ts';

import type { Change } from '../books/books.ts';
import { isoNow, type Simulator } from '../simulator.ts';

/** After this time, the same key creates a second object, as at the real wallet. */
const windows = { order: 6 * HOUR, capture: 6 * HOUR, refund: 45 * DAY, batch: 30 * DAY };

export type KeyKind = keyof typeof windows;

/**
 * Returns the id of what this key has created. The caller responds with its current state, whatever the repeated
 * request contains. A refused request saves no key.
 */
export function findByKey(simulator: Simulator, kind: KeyKind, key: string | undefined): string | undefined {
  if (key === undefined) return undefined;
  const known = simulator.books.keys.get(`${kind}:${key}`);
  if (!known) return undefined;
  const ageMs = simulator.clock.now().getTime() - Date.parse(known.firstAt);
  return ageMs < windows[kind] ? known.targetId : undefined;
}

export function rememberKey(
  simulator: Simulator,
  kind: KeyKind,
  key: string | undefined,
  targetId: string,
): Change[] {
  if (key === undefined) return [];
  return [{ table: 'keys', record: { id: `${kind}:${key}`, targetId, firstAt: isoNow(simulator) } }];
}
