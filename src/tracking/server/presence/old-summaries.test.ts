import { expect, test } from 'vitest';
import { upgradedDatabase } from '#tests/support/databases/upgrade.ts';
import { STORY_LIMIT_MS } from '#tests/support/patience.ts';

test('old sessions that a proof has closed are summed up again', { timeout: STORY_LIMIT_MS }, async () => {
  const ids = [1, 2, 3].map((number) => `6f0f2a35-6f3b-4a43-8f0e-2f7a7c1b9d1${number}`);
  const [closed, erased, open] = ids;
  const database = await upgradedDatabase('0190', async (client) => {
    await client.query('set session_replication_role = replica');
    for (const id of ids)
      await client.query(
        `insert into tracking_session
           (id, campaign_id, application_id, marketer_id, status, started_at, last_heard_at, ended_at, end_reason)
         values ($1, $1, $1, $1, 'ended', now(), now(), now(), 'stopped')`,
        [id],
      );
    await client.query('update tracking_session set closed_at = now() where id in ($1, $2)', [
      closed,
      erased,
    ]);
    await client.query('update tracking_session set fixes_erased_at = now() where id = $1', [erased]);
  });
  try {
    const { rows } = await database.pool.query(
      'select id, summary_due as due from tracking_session order by id',
    );
    expect(rows).toEqual([
      { id: closed, due: true },
      { id: erased, due: false },
      { id: open, due: false },
    ]);
  } finally {
    await database.close();
  }
});
