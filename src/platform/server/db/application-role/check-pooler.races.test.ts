import { afterEach, describe, expect, test, vi } from 'vitest';
import { serverDatabase } from '#tests/support/databases/database.ts';
import { hasPooler, pooledDatabase } from '#tests/support/databases/pooled-database.ts';
import { PATIENCE_MS } from '#tests/support/patience.ts';
import { scannedLog } from '#tests/support/scans/log-scan.ts';
import { postgresBus } from '../../live/postgres-bus.ts';
import { systemRandom } from '../../security/random.ts';
import { checkPooler } from './check-pooler.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

test('a user who could write the books is refused, because a pooler does not keep the role', async () => {
  const { url, close } = await serverDatabase({ poolSize: 1 });
  closing.push(close);
  await expect(checkPooler(url)).rejects.toThrow('must have the permissions of promenade_app and no others');
});

describe.skipIf(!hasPooler)('behind PgBouncer in transaction mode', () => {
  const open = async (options?: Parameters<typeof pooledDatabase>[0]) => {
    const database = await pooledDatabase(options);
    closing.push(database.close);
    return database;
  };

  test('all is well, and notes arrive over the connection that bypasses it', async () => {
    const { pooledUrl, newClient } = await open();
    await checkPooler(pooledUrl);
    if (!newClient) throw new Error('a server has connections for LISTEN');
    const [one, other] = [1, 2].map(() =>
      postgresBus({ newClient, random: systemRandom, log: scannedLog() }),
    );
    closing.push(...[one, other].map((bus) => async () => bus?.close()));
    const heard: string[] = [];
    other?.subscribe('topic', { onNote: (about) => heard.push(about), onGap: () => heard.push('gap') });
    await vi.waitFor(() => expect(heard).toEqual(['gap']), { timeout: PATIENCE_MS });
    one?.publish([{ topic: 'topic', about: 'change' }]);
    await vi.waitFor(() => expect(heard).toContain('change'), { timeout: PATIENCE_MS });
  });

  test('without prepared statements, the start would be refused', async () => {
    const { pooledUrl } = await open({ preparedStatements: 0 });
    await expect(checkPooler(pooledUrl)).rejects.toThrow('max_prepared_statements = 200');
  });
});
