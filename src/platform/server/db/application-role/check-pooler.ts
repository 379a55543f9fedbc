import pg from 'pg';
import { SECOND } from '#kernel/time.ts';
import { StartError } from '../../start-error.ts';
import { requireApplicationLogin } from './application-role.ts';
import { databaseErrorCode } from '../constraint-errors.ts';
import { unreachable } from '../open-database.ts';

const LIMIT_MS = 10 * SECOND;
const NO_SUCH_STATEMENT = '26000';

/**
 * Throws a StartError if the pooler at this address would break the server: its user may do too much, or a statement
 * that is prepared on one of its connections is unknown on another.
 */
export async function checkPooler(databaseUrl: string): Promise<void> {
  const options = {
    connectionString: databaseUrl,
    connectionTimeoutMillis: LIMIT_MS,
    query_timeout: LIMIT_MS,
    application_name: 'promenade',
  };
  const [one, other] = [new pg.Client(options), new pg.Client(options)];
  try {
    await Promise.all([one.connect(), other.connect()]);
    await requireApplicationLogin(one);
    const prepared = { name: 'promenade_check', text: 'select 1' };
    await one.query(prepared);
    // Occupies the pooler's connection that was used last, so that the next statement runs on another.
    await other.query('begin');
    await one.query(prepared);
    await other.query('rollback');
  } catch (error) {
    if (error instanceof StartError) throw error;
    if (databaseErrorCode(error) !== NO_SUCH_STATEMENT) throw unreachable(databaseUrl, error);
    throw new StartError(
      'The pooler of DATABASE_URL does not know prepared statements. Use PgBouncer 1.21 or later with ' +
        'max_prepared_statements = 200, or remove the pooler.',
      { cause: error },
    );
  } finally {
    await Promise.allSettled([one.end(), other.end()]);
  }
}
