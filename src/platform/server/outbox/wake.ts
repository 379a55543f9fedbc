type Wake = (kind: string | undefined) => void;

const wakes = new Set<Wake>();

/** Workers of other processes poll every second. */
export function wakeOutbox(kind?: string): void {
  for (const wake of wakes) wake(kind);
}

export function onWake(wake: Wake): () => void {
  wakes.add(wake);
  return () => wakes.delete(wake);
}
