/**
 * A server slot: a typed hole in an earlier domain that main fills with something of a later one, where an answer is
 * needed at once. What can wait travels as an event instead (outbox/).
 */
export interface Slot<Value> {
  readonly name: string;
  /** Never set; it only carries the type. */
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
    // fill() is the only writer and ties the value's type to its slot.
    return this.#values.get(hole) as Value;
  }
}
