import { expect, test } from 'vitest';
import { upgradedDatabase } from '#tests/support/databases/upgrade.ts';
import { STORY_LIMIT_MS } from '#tests/support/patience.ts';

test('events that wait during the upgrade keep their campaign', { timeout: STORY_LIMIT_MS }, async () => {
  const database = await upgradedDatabase('0153', (client) =>
    client.query(`
      insert into outbox (kind, form, ref, payload, next_at, created_at) values
        ('payment.completed', 'event', '1', '{"purposeId": "c1", "purposeTitle": "Harbor walk", "amountCents": 5}', now(), now()),
        ('payment.captured', 'event', '2', '{"purposeId": "c2", "orderId": "o"}', now(), now()),
        ('kyc.decided', 'event', '3', '{"userId": "u"}', now(), now())`),
  );
  try {
    const { rows } = await database.pool.query('select payload from outbox order by id');
    expect(rows.map(({ payload }) => payload)).toEqual([
      { campaignId: 'c1', campaignTitle: 'Harbor walk', amountCents: 5 },
      { campaignId: 'c2', orderId: 'o' },
      { userId: 'u' },
    ]);
  } finally {
    await database.close();
  }
});
