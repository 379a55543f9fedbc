import { expect, test } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { settleDelayMs } from '#tests/support/wallet/simulator.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { payableFacts } from '#tests/support/payments/world.ts';

const stage = stagePayments();

async function get(url: string, role: 'marketer' | 'advertiser' | 'admin', userId?: string) {
  const id = userId ?? (await stage.world.newAccount(role));
  const answer = await stage.world.http.inject({ url, headers: { cookie: stage.world.cookieOf(id, role) } });
  return { status: answer.statusCode, body: answer.json() };
}

test('a marketer sees only their own payments, newest first', async () => {
  const marketerId = await stage.world.newAccount('marketer');
  expect((await get('/api/payments', 'marketer', marketerId)).body).toEqual([]);
  const campaign = await stage.world.fund(2, 4500);
  stage.world.facts.set(marketerId, payableFacts);
  await stage.world.release(campaign, marketerId, 1);
  await stage.world.worker.runDue();
  stage.clock.advance(settleDelayMs + MINUTE);
  await stage.world.worker.runDue();
  stage.world.facts.set(marketerId, { ...payableFacts, isKycApproved: false, walletEmail: null });
  await stage.world.release(campaign, marketerId, 2);
  const { body } = await get('/api/payments', 'marketer', marketerId);
  const common = {
    campaignId: campaign.campaignId,
    campaignTitle: 'Spring launch',
    amount: '45.00',
    platformFee: '6.75',
  };
  expect(body).toMatchObject([
    { ...common, status: 'pending', waitsFor: ['kyc', 'wallet-email'], completedAt: null },
    { ...common, status: 'completed', waitsFor: [], completedAt: stage.clock.now().toISOString() },
  ]);
  expect((await get('/api/payments', 'marketer')).body).toEqual([]);
});

test('an advertiser’s browser gets a wallet token', async () => {
  const { body } = await get('/paypal/setup', 'advertiser');
  expect(body).toEqual({
    clientId: stage.world.deps.config.wallet.clientId,
    clientToken: expect.stringMatching(/.{20,}/),
    sdkUrl: '/wallet-simulator/web-sdk/v6/core',
  });
  stage.world.faults.push({ matches: /./, kind: 'lost-answer' });
  stage.clock.advance(24 * 60 * MINUTE);
  const lost = await get('/paypal/setup', 'advertiser');
  expect(lost).toMatchObject({ status: 502, body: { code: 'payment/provider-unknown' } });
});

test('the trial balance sums to zero, lists every account kind, and equals the wallet’s books', async () => {
  const { body } = await get('/api/admin/ledger', 'admin');
  expect(body).toMatchObject({ sum: '0.00', violations: [] });
  expect(body.transactions).toBeGreaterThan(5);
  const amount = (side: 'debit' | 'credit') =>
    body.lines.reduce(
      (sum: number, line: Record<string, string>) => sum + Math.round(Number(line[side]) * 100),
      0,
    );
  expect(amount('debit')).toBe(amount('credit'));
  const psp = body.lines.find(({ account }: { account: string }) => account === 'psp');
  expect(psp.debit).toBe((await stage.simulator.books()).balance);
  expect(body.lines.map(({ account }: { account: string }) => account)).toContain('fee_revenue');
});

test('reports a violation', async () => {
  const marketerId = await stage.world.newAccount('marketer');
  stage.world.facts.set(marketerId, { ...payableFacts, isKycApproved: false });
  await stage.world.release(await stage.world.fund(1, 5000), marketerId, 1);
  const { rows } = await stage.database.pool.query('select id from payment where marketer_id = $1', [
    marketerId,
  ]);
  await stage.database.pool.query(
    "update payment set status = 'completed', completed_at = now() where id = $1",
    [rows[0].id],
  );
  const { body } = await get('/api/admin/ledger', 'admin');
  expect(body.sum).toBe('0.00');
  expect(body.violations).toEqual(
    expect.arrayContaining([
      { rule: 'completed-differs-from-payout', reference: rows[0].id },
      { rule: 'payable-differs-from-payments', reference: `payable:${marketerId}` },
    ]),
  );
  await stage.database.pool.query(
    "update payment set status = 'pending', completed_at = null where id = $1",
    [rows[0].id],
  );
});
