type Wake = () => void;

const wakes = new Set<Wake>();

/** Wakes the workers of this process. Workers of other processes poll every second. */
export function notifyOutbox(): void {
  for (const wake of wakes) wake();
}

/** Calls `wake` after every notifyOutbox(). Returns a function that ends the subscription. */
export function onNotice(wake: Wake): () => void {
  wakes.add(wake);
  return () => wakes.delete(wake);
}
