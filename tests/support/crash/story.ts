import type { Stage } from './stage.ts';
import type { Money, World } from './worlds.ts';

/** One way that money goes, told again for every point at which the server is killed on it. */
export interface Story<Told extends World = World> {
  name: string;
  /** How the wallet's notices come: at once unless told otherwise, after the deed, or not at all. */
  notices?: 'late' | 'lost';
  /** Brings everything to where the story begins. */
  prepare(stage: Stage): Promise<Told>;
  /** The deed during which the server dies. */
  act(stage: Stage, world: NoInfer<Told>): Promise<unknown>;
  /** The kills that leave a person without an answer, so that they act again. */
  repeatAfter?: RegExp;
  /** The money in the end, however often the server died. */
  end: Money;
  /** How far the clock runs on between two looks, in milliseconds. */
  stepMs?: number;
  /** The points at which the server is killed, and what each shows, or ''. An invariant's number stands first. */
  kills: Readonly<Record<string, string>>;
  /** The kill that loses most if recovery is wrong. `npm test` runs this one; the deep suite runs all. */
  worstKill?: string;
}

/** Lets stories with different worlds stand in one list. */
export function story<Told extends World>(name: string, told: Omit<Story<Told>, 'name'>): Story {
  return { name, ...told } as Story<World> as Story; // Each gets back what its own `prepare` returned.
}

/** Jobs of the worker that move money; `coverage.test.ts` compares this with the modules. */
const movesMoney =
  /^(effect payment\.|event (payment\.|kyc\.decided$|account\.reactivated$|profile\.wallet-email-set$)|sweep (payments\/|campaigns\/settle$|approve due proofs$))/;

/** These compare books, sign in, or decide about people and addresses: the money that follows moves in an event. */
const movesNone =
  /^(sweep payments\/reconciliation|event payment\.(completed|failed|refund-|chargeback-)|POST \/auth\/|PUT \/api\/admin\/kyc\/|POST \/api\/admin\/users\/|PATCH \/api\/auth\/user\/profile)/;

/** Is this crash point on a way of money? Every other request is. */
export function isAboutMoney(label: string): boolean {
  const job = jobOf(label);
  return !movesNone.test(job) && (movesMoney.test(job) || /^[A-Z]+ \//.test(job));
}

/** 'effect payment.send-payout' of 'effect payment.send-payout: commit'. */
export const jobOf = (label: string) => label.slice(0, label.lastIndexOf(': '));
