import pg from 'pg';

/** What connections send on their own, and the use of a session, stored once a minute. */
const atAnyTime = /^"select 1"$|set_config|set \\"last_used_at\\"/;

/**
 * Records the statements that reach the database. Call it before the pool, whose connections keep the method that they
 * find. Not a mock, which would end with the first test.
 */
export function recordStatements() {
  let sent = 0;
  const { prototype } = pg.Client;
  const query = prototype.query;
  prototype.query = function record(this: pg.Client, ...args: unknown[]) {
    if (!atAnyTime.test(JSON.stringify(args[0]))) sent += 1;
    return Reflect.apply(query, this, args);
  } as typeof query; // it has many overloads
  return {
    /** Returns how many were sent since the last call. */
    take(): number {
      const taken = sent;
      sent = 0;
      return taken;
    },
    stop() {
      prototype.query = query;
    },
  };
}
