import { endWayBack } from './way-back.ts';

const listeners = new Set<() => void>();

/** Runs `listener` when somebody signs out of their own will, until the returned function is called. */
export function onSignOut(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** What ends in this browser before the server ends the session. No address is left behind for who comes next. */
export function prepareSignOut(): void {
  endWayBack();
  for (const listener of listeners) listener();
}
