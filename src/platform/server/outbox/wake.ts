type Wake = (kind: string | undefined) => void;

const wakes = new Set<Wake>();

/**
 * Wakes the workers of this process for work of this kind, or for all work. Workers of other processes poll
 * every second.
 */
export function notifyOutbox(kind?: string): void {
  for (const wake of wakes) wake(kind);
}

/** Calls `wake` after every notifyOutbox(). Returns a function that ends the subscription. */
export function onNotice(wake: Wake): () => void {
  wakes.add(wake);
  return () => wakes.delete(wake);
}
