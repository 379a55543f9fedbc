/**
 * The server checks it before a write, a screen derives its buttons from it, and SQL repeats its states as a
 * check constraint. A test compares the two.
 */
export interface Transition<State extends string, Actor extends string> {
  from: readonly State[];
  to: State;
  by: readonly Actor[];
  /** One sentence: what happens and why the actor may do it. */
  why: string;
}

export interface Process<State extends string, Name extends string, Actor extends string> {
  states: readonly State[];
  initial: State;
  transitions: Readonly<Record<Name, Transition<State, Actor>>>;
  /** Null if this actor may not take it from this state. */
  next(state: State, name: Name, actor: Actor): State | null;
  open(state: State, actor: Actor): Name[];
}

export function defineProcess<
  const State extends string,
  const Actor extends string,
  const Name extends string,
>(definition: {
  states: readonly State[];
  initial: NoInfer<State>;
  actors: readonly Actor[];
  transitions: Record<Name, Transition<NoInfer<State>, NoInfer<Actor>>>;
}): Process<State, Name, Actor> {
  const { states, initial, transitions } = definition;
  const allows = (name: Name, state: State, actor: Actor) =>
    transitions[name].from.includes(state) && transitions[name].by.includes(actor);
  return {
    states,
    initial,
    transitions,
    next: (state, name, actor) => (allows(name, state, actor) ? transitions[name].to : null),
    // Object.keys returns string[]. The type of `transitions` guarantees that its keys are Name.
    open: (state, actor) => (Object.keys(transitions) as Name[]).filter((name) => allows(name, state, actor)),
  };
}
