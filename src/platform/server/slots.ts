/**
 * A typed dependency of an earlier domain that main fills with a function of a later one, for calls that need
 * a result at once. Anything that can wait is an event instead (outbox/).
 */
export interface Slot<Value> {
  readonly name: string;
  /** Never set. It only carries the type. */
  readonly value?: Value;
}

export function slot<Value>(name: string): Slot<Value> {
  return { name };
}

export class Slots {
  readonly #values = new Map<Slot<unknown>, unknown>();

  fill<Value>(hole: Slot<Value>, value: Value): void {
    if (this.#values.has(hole)) throw new Error(`slot ${hole.name} is filled twice`);
    this.#values.set(hole, value);
  }

  get<Value>(hole: Slot<Value>): Value {
    if (!this.#values.has(hole)) throw new Error(`slot ${hole.name} is empty`);
    // fill() is the only writer, and it ties the value's type to the slot.
    return this.#values.get(hole) as Value;
  }
}
