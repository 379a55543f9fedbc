import { deleteReturnPath } from '../return-path.ts';

const listeners = new Set<() => void>();

/** Runs `listener` when the user chooses to sign out. Returns a function that removes the listener. */
export function onSignOut(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Clears this browser's state before the server ends the session. Another user may sign in here next. */
export function prepareSignOut(): void {
  deleteReturnPath();
  for (const listener of listeners) listener();
}
