/** A hint that something of a topic has changed, never the change itself: whoever listens reads that anew, as it may see it. */
export interface LiveNote {
  /** What somebody watches, such as 'tracking <campaign id>'; without a line break. */
  topic: string;
  /** What of it has changed, by an id; means something to the topic's own code alone. No line break, no space. */
  about: string;
}

export interface LiveListener {
  onNote(about: string): void;
  /** Notes may have been lost: everything has to be read anew. */
  onGap(): void;
}

/**
 * Carries hints to whoever watches, in this process and in the others. A note may come twice, and none comes late to stay:
 * where some were lost, every listener hears of a gap.
 */
export interface LiveBus {
  /** Call it once what has changed is committed. Never waits and never throws. */
  publish(notes: readonly LiveNote[]): void;
  /** Answers how to end that. */
  subscribe(topic: string, listener: LiveListener): () => void;
  close(): Promise<void>;
}

/** The listeners of one process. */
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

/** Where one process is all there is, as with the embedded database. */
export function memoryBus(): LiveBus {
  const listeners = new LiveListeners();
  return {
    publish: (notes) => listeners.tell(notes),
    subscribe: (topic, listener) => listeners.add(topic, listener),
    close: async () => undefined,
  };
}
