import { expect, test } from 'vitest';
import { upgradedDatabase } from '#tests/support/databases/upgrade.ts';
import { STORY_LIMIT_MS } from '#tests/support/patience.ts';
import { listMarketersWithUnpaid } from './payouts/payment-store.ts';

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

test('a payout that waits during the upgrade is paid again', { timeout: STORY_LIMIT_MS }, async () => {
  const id = '6f0f2a35-6f3b-4a43-8f0e-2f7a7c1b9d10';
  const database = await upgradedDatabase('0157', (client) =>
    client.query(`
      insert into account (id, email, role, created_at) values ('${id}', 'maya@example.com', 'marketer', now());
      insert into payment
        (id, source_id, campaign_id, campaign_title, marketer_id, amount_cents, fee_cents, status, created_at)
        values ('${id}', '${id}', '${id}', 'Harbor walk', '${id}', 2500, 375, 'pending', now());
      insert into payout (id, payment_id, marketer_id, amount_cents, receiver_email, state, created_at)
        values ('${id}', '${id}', '${id}', 2500, 'maya@wallet.example', 'queued', now());
      insert into outbox (kind, form, ref, payload, state, next_at, created_at)
        values ('payment.payout-queued', 'event', '${id}', '{"payoutId": "${id}"}', 'dead', now(), now());
      insert into sweep (name, next_at) values ('payments/queued', now())`),
  );
  try {
    const { rows } = await database.pool.query(`
      select o.state, o.ended_at is not null as "isEnded", x.state as event, (select count(*)::int from sweep) as sweeps
      from payout o join outbox x on x.ref = o.id::text`);
    expect(rows).toEqual([{ state: 'withdrawn', isEnded: true, event: 'done', sweeps: 0 }]);
    const first = '00000000-0000-0000-0000-000000000000';
    expect(await listMarketersWithUnpaid(database.db, first, 10)).toEqual([id]);
  } finally {
    await database.close();
  }
});
