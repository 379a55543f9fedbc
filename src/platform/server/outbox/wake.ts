type Wake = (kind: string | undefined) => void;

const wakes = new Set<Wake>();

/**
 * Wakes the workers of this process for work of this kind, or for all work. Workers of other processes poll
 * every second.
 */
export function wakeOutbox(kind?: string): void {
  for (const wake of wakes) wake(kind);
}

/** Calls `wake` after every wakeOutbox(). Returns a function that ends the subscription. */
export function onWake(wake: Wake): () => void {
  wakes.add(wake);
  return () => wakes.delete(wake);
}
