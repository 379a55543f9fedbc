import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { HOUR } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { earnings } from '../ledger/balance-service.ts';
import { upgradedDatabase } from '#tests/support/databases/upgrade.ts';
import { STORY_LIMIT_MS } from '#tests/support/patience.ts';
import { pollDispute } from '../chargebacks/chargebacks.ts';
import { payUnpaid } from './payouts.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { payableFacts } from '#tests/support/payments/world.ts';

const stage = stagePayments();
const THRESHOLD_CENTS = 60_000;

async function readBalance(code: string): Promise<number> {
  const { rows } = await stage.database.pool.query('select balance from ledger.account where code = $1', [
    code,
  ]);
  return rows[0]?.balance ?? 0;
}

const approvals = fc.array(
  fc.record({ laterMs: fc.nat(8 * HOUR), payCents: fc.integer({ min: 2500, max: 45_000 }) }),
  { minLength: 3, maxLength: 6 },
);

let year = 2027;

test('invariant 26: pay above a year’s threshold is held until a tax ID is verified, then all of it is released once', async () => {
  await fc.assert(
    fc.asyncProperty(approvals, async (list) => {
      const newYear = Date.parse(`${year}-01-01T05:00:00Z`);
      year += 1;
      stage.clock.advance(newYear - 16 * HOUR - stage.clock.now().getTime());
      const marketerId = await stage.world.newAccount('marketer');
      stage.world.facts.set(marketerId, { ...payableFacts, hasTaxId: false });
      const released = { before: 0, after: 0 };
      let queued = 0;
      let held = 0;
      let heldPayments = 0;
      for (const { laterMs, payCents } of list) {
        stage.clock.advance(laterMs);
        const part = stage.clock.now().getTime() < newYear ? 'before' : 'after';
        released[part] += payCents;
        const { waitsFor } = await stage.world.release(await stage.world.fund(1, payCents), marketerId, 1);
        const isHeld = released[part] > THRESHOLD_CENTS;
        expect(waitsFor).toEqual(isHeld ? ['tax-id'] : []);
        if (isHeld) heldPayments += 1;
        if (isHeld) held += payCents;
        else queued += payCents;
        expect((await earnings(stage.database.db, marketerId)).inFlightCents).toBe(queued);
        expect(await readBalance(`tax_hold:${marketerId}`)).toBe(held);
      }
      stage.world.facts.set(marketerId, payableFacts);
      const start = () => transact(stage.database.db, (tx) => payUnpaid(tx, stage.world.deps, marketerId));
      expect(await start()).toBe(heldPayments);
      expect(await start()).toBe(0);
      expect((await earnings(stage.database.db, marketerId)).inFlightCents).toBe(queued + held);
      expect(await readBalance(`tax_hold:${marketerId}`)).toBe(0);
      expect(await stage.world.violations()).toEqual([]);
    }),
    { numRuns: 5 },
  );
});

test('invariant 26: pay that was short counts in the tax year of its release, not of its approval', async () => {
  const newYear = Date.parse(`${year}-01-01T05:00:00Z`);
  year += 1;
  stage.clock.advance(newYear - 16 * HOUR - stage.clock.now().getTime());
  const marketerId = await stage.world.newAccount('marketer');
  stage.world.facts.set(marketerId, { ...payableFacts, hasTaxId: false });
  const campaign = await stage.world.fund(1, 35_000);
  const { captureId } = campaign;
  const { disputeId } = (await stage.simulator.control('POST', '/disputes', { captureId })).json;
  expect(await pollDispute(stage.world.deps, disputeId)).toBe('booked');
  expect((await stage.world.release(campaign, marketerId, 1)).waitsFor).toEqual(['chargeback']);
  stage.clock.advance(24 * HOUR);
  await stage.simulator.control('POST', `/disputes/${disputeId}`, { outcome: 'won' });
  expect(await pollDispute(stage.world.deps, disputeId)).toBe('booked');
  expect((await earnings(stage.database.db, marketerId)).inFlightCents).toBe(35_000);
  const { waitsFor } = await stage.world.release(await stage.world.fund(1, 35_000), marketerId, 1);
  expect(waitsFor).toEqual(['tax-id']);
});

test('an upgrade takes the time of the release from the ledger', { timeout: STORY_LIMIT_MS }, async () => {
  const [marketer, short, paid] = [randomUUID(), randomUUID(), randomUUID()];
  const database = await upgradedDatabase('0177', (client) =>
    client.query(`
      insert into account (id, email, role, created_at) values ('${marketer}', 'maya@example.com', 'marketer', now());
      insert into payment (id, source_id, campaign_id, campaign_title, marketer_id, amount_cents, fee_cents, status, created_at, is_short)
        select id, id, id, 'Harbor walk', '${marketer}', 2500, 0, 'pending', '2026-12-30T12:00:00Z', is_short
        from (values ('${short}'::uuid, true), ('${paid}', false)) as t (id, is_short);
      select ledger.post('release', 'release:${paid}', 'platform', '2027-01-02T12:00:00Z',
        '[{"account": "fee_revenue", "amount": -5}, {"account": "psp", "amount": 5}]')`),
  );
  try {
    const { rows } = await database.pool.query('select id, released_at from payment order by is_short');
    expect(rows).toEqual([
      { id: paid, released_at: new Date('2027-01-02T12:00:00Z') },
      { id: short, released_at: null },
    ]);
  } finally {
    await database.close();
  }
});
