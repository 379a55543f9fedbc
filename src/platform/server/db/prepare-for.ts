import type { Db, Reader } from './open-database.ts';

/**
 * Returns a function that builds a query ending with `.prepare(name)`. A prepared query belongs to the connection that
 * it was built with, so a transaction builds its own.
 */
export function prepareFor<Query>(db: Db, build: (reader: Reader) => Query): (reader: Reader) => Query {
  const built = build(db);
  return (reader) => (reader === db ? built : build(reader));
}
