import { deleteReturnPath } from '../return-path.ts';

const listeners = new Set<() => void>();

export function onSignOut(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Called before the server ends the session. Another user may sign in here next. */
export function prepareSignOut(): void {
  deleteReturnPath();
  for (const listener of listeners) listener();
}
