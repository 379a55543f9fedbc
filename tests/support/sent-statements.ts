import pg from 'pg';

/** What connections send on their own, and the use of a session, stored once a minute. */
const atAnyTime = /^"select 1"$|set_config|set \\"last_used_at\\"/;

/**
 * Calls `watch` for each statement, which must `send` it. Call it before the pool, whose connections keep the method
 * that they find. Not a mock, which would end with the first test. Returns what ends it.
 */
export function watchStatements(
  watch: (client: pg.Client, args: unknown[], send: () => unknown) => unknown,
): () => void {
  const { prototype } = pg.Client;
  const query = prototype.query;
  prototype.query = function watched(this: pg.Client, ...args: unknown[]) {
    return watch(this, args, () => Reflect.apply(query, this, args));
  } as typeof query; // it has many overloads
  return () => {
    prototype.query = query;
  };
}

/** Counts the statements that reach the database. Call it before the pool connects. */
export function recordStatements() {
  let sent = 0;
  let trips = 0;
  const unanswered = new Map<pg.Client, number>();
  const stop = watchStatements((client, args, send) => {
    const isCounted = !atAnyTime.test(JSON.stringify(args[0]));
    const before = unanswered.get(client) ?? 0;
    if (isCounted) sent += 1;
    if (isCounted && before === 0) trips += 1;
    const answer = send();
    // The pool passes a callback instead, and sends one statement at a time.
    if (answer instanceof Promise) {
      unanswered.set(client, before + 1);
      const end = () => unanswered.set(client, (unanswered.get(client) ?? 1) - 1);
      answer.then(end, end);
    }
    return answer;
  });
  return {
    /** Returns how many were sent since the last call, and how often a connection that waited for nothing sent some. */
    take(): { statements: number; roundTrips: number } {
      const taken = { statements: sent, roundTrips: trips };
      sent = 0;
      trips = 0;
      return taken;
    },
    stop,
  };
}
