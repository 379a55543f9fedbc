import type { Stage } from './stage.ts';
import type { Money, World } from './worlds.ts';

/** One path of money, repeated for every point at which the server is killed on it. */
export interface Story<Told extends World = World> {
  name: string;
  /** When the wallet's webhooks arrive: at once by default, after the act, or never. */
  notices?: 'late' | 'lost';
  /** Prepares the state in which the story starts. */
  prepare(stage: Stage): Promise<Told>;
  /** The act during which the server dies. */
  act(stage: Stage, world: NoInfer<Told>): Promise<unknown>;
  /** The kills after which the user gets no response and acts again. */
  repeatAfter?: RegExp;
  /** The money at the end, however often the server died. */
  end: Money;
  /** How far the clock advances between two checks, in milliseconds. */
  stepMs?: number;
  /**
   * The points at which the server is killed, and what each proves, or ''. An invariant's number comes first.
   */
  kills: Readonly<Record<string, string>>;
  /** The kill that loses most if recovery is wrong. `npm test` runs this one; the deep suite runs all. */
  worstKill?: string;
}

/** Lets stories with different worlds share a list. */
export function story<Told extends World>(name: string, told: Omit<Story<Told>, 'name'>): Story {
  return { name, ...told } as Story<World> as Story; // Each gets back what its own `prepare` returned.
}

/** Jobs of the worker that move money; `coverage.test.ts` compares this with the modules. */
const movesMoney =
  /^(effect payment\.|event (payment\.|kyc\.decided$|account\.reactivated$|profile\.wallet-email-set$)|sweep (payments\/|campaigns\/closing$|approve due proofs$))/;

/**
 * These compare books, plan polls, delete old rows, sign in, or decide on users and emails: money that follows moves in
 * an event.
 */
const movesNone =
  /^(sweep payments\/(reconciliation|due times|credit notes|old webhooks)|event payment\.(bound$|completed|failed|refund-|chargeback-|shortfall-ended$)|POST \/auth\/|PUT \/api\/admin\/kyc\/|POST \/api\/admin\/users\/|PATCH \/api\/auth\/user\/profile)/;

/** Returns whether this crash point is on a money path. All other requests are. */
export function isAboutMoney(label: string): boolean {
  const job = parseJob(label);
  return !movesNone.test(job) && (movesMoney.test(job) || /^[A-Z]+ \//.test(job));
}

/** Returns 'effect payment.send-payout' for 'effect payment.send-payout: commit'. */
export const parseJob = (label: string) => label.slice(0, label.lastIndexOf(': '));
