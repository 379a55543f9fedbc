import type { Db, Reader } from './open-database.ts';

/** Returns a function that builds a query ending with `.prepare(name)`: once for the database, again for each transaction. */
export function prepareFor<Query>(db: Db, build: (reader: Reader) => Query): (reader: Reader) => Query {
  const built = build(db);
  return (reader) => (reader === db ? built : build(reader));
}
