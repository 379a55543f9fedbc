import pg from 'pg';

/** What connections send on their own, and the use of a session, stored once a minute. */
const atAnyTime = /^"select 1"$|set_config|set \\"last_used_at\\"/;

/**
 * Records the statements that reach the database. Call it before the pool, whose connections keep the method that they
 * find. Not a mock, which would end with the first test.
 */
export function recordStatements() {
  let sent = 0;
  let trips = 0;
  const unanswered = new Map<pg.Client, number>();
  const { prototype } = pg.Client;
  const query = prototype.query;
  prototype.query = function record(this: pg.Client, ...args: unknown[]) {
    const isCounted = !atAnyTime.test(JSON.stringify(args[0]));
    const before = unanswered.get(this) ?? 0;
    if (isCounted) sent += 1;
    if (isCounted && before === 0) trips += 1;
    const answer: unknown = Reflect.apply(query, this, args);
    // The pool passes a callback instead, and sends one statement at a time.
    if (answer instanceof Promise) {
      unanswered.set(this, before + 1);
      const end = () => unanswered.set(this, (unanswered.get(this) ?? 1) - 1);
      answer.then(end, end);
    }
    return answer;
  } as typeof query; // it has many overloads
  return {
    /** Returns how many were sent since the last call, and how often a connection that waited for nothing sent some. */
    take(): { statements: number; roundTrips: number } {
      const taken = { statements: sent, roundTrips: trips };
      sent = 0;
      trips = 0;
      return taken;
    },
    stop() {
      prototype.query = query;
    },
  };
}
