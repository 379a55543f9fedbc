/** A note never contains the change: listeners fetch the data again, with their own permissions. */
export interface LiveNote {
  /** Such as 'tracking <campaign id>'. No line break. */
  topic: string;
  /** Only the topic's own code knows its meaning. No line break, no space. */
  about: string;
}

export interface LiveListener {
  onNote(about: string): void;
  /** Notes may have been lost, so the listener must load all its data again. */
  onGap(): void;
}

/** A note may arrive twice. If notes were lost, every listener gets onGap. */
export interface LiveBus {
  /** Call it after the change is committed. Never waits and never throws. */
  publish(notes: readonly LiveNote[]): void;
  subscribe(topic: string, listener: LiveListener): () => void;
  close(): Promise<void>;
}

export class LiveListeners {
  readonly #byTopic = new Map<string, Set<LiveListener>>();

  add(topic: string, listener: LiveListener): () => void {
    const known = this.#byTopic.get(topic);
    if (known) known.add(listener);
    else this.#byTopic.set(topic, new Set([listener]));
    return () => {
      const listeners = this.#byTopic.get(topic);
      listeners?.delete(listener);
      if (listeners?.size === 0) this.#byTopic.delete(topic);
    };
  }

  tell(notes: readonly LiveNote[]): void {
    for (const { topic, about } of notes) {
      for (const listener of this.#byTopic.get(topic) ?? []) listener.onNote(about);
    }
  }

  tellGap(): void {
    for (const listeners of this.#byTopic.values()) for (const listener of listeners) listener.onGap();
  }
}

export function memoryBus(): LiveBus {
  const listeners = new LiveListeners();
  return {
    publish: (notes) => listeners.tell(notes),
    subscribe: (topic, listener) => listeners.add(topic, listener),
    close: async () => undefined,
  };
}
