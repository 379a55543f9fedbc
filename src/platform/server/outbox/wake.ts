type Wake = () => void;

const wakes = new Set<Wake>();

/** Tells the workers of this process that something may be due; those of other processes look every second. */
export function notifyOutbox(): void {
  for (const wake of wakes) wake();
}

/** Calls back at every notice; answers how to end that. */
export function onNotice(wake: Wake): () => void {
  wakes.add(wake);
  return () => wakes.delete(wake);
}
