import { expect, test } from 'vitest';
import { fromDecimal } from '#kernel/money.ts';
import { MINUTE } from '#kernel/time.ts';
import { settleDelayMs } from '#tests/support/wallet/simulator.ts';
import type { Payment } from '../../contract.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { payableFacts } from '#tests/support/payments/world.ts';

const stage = stagePayments();

async function newMarketer(walletEmail: string, hasTaxId = true): Promise<string> {
  const marketerId = await stage.world.newAccount('marketer');
  stage.world.facts.set(marketerId, { ...payableFacts, walletEmail, hasTaxId });
  return marketerId;
}

async function letItSettle(): Promise<void> {
  await stage.world.worker.runDue();
  stage.clock.advance(settleDelayMs + MINUTE);
  await stage.world.worker.runDue();
}

async function read(url: string, marketerId: string) {
  const cookie = stage.world.cookieOf(marketerId, 'marketer');
  const answer = await stage.world.http.inject({ url, headers: { cookie } });
  return { status: answer.statusCode, body: answer.json(), link: answer.headers['link'] };
}

test('lists payments page by page, newest first, each once, even with equal times', async () => {
  const marketerId = await newMarketer('pages@wallet.example');
  const campaign = await stage.world.fund(5, 2500);
  for (const place of [1, 2, 3, 4, 5]) {
    await stage.world.release(campaign, marketerId, place);
    if (place !== 3) stage.clock.advance(MINUTE);
  }
  const whole: Payment[] = (await read('/api/payments', marketerId)).body;
  expect(whole).toHaveLength(5);
  expect(whole.map(({ createdAt }) => createdAt)).toEqual(
    whole
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .toReversed(),
  );
  const seen: Payment[] = [];
  let url: string | undefined = '/api/payments?limit=2';
  while (url) {
    const { body, link } = await read(url, marketerId);
    seen.push(...body);
    url = /^<(.+)>; rel="next"$/.exec(String(link ?? ''))?.[1];
  }
  expect(seen.map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
  expect((await read('/api/payments', await newMarketer('other@wallet.example'))).body).toEqual([]);
});

test.each([
  ['cursor=x', 'cursor'],
  ['cursor=2026-01-01~x', 'cursor'],
  ['cursor=never~6f0f2a35-6f3b-4a43-8f0e-2f7a7c1b9d10', 'cursor'],
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
])('rejects a page with %s', async (query, field) => {
  const { status, body } = await read(`/api/payments?${query}`, await newMarketer('any@wallet.example'));
  expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
});

test('earnings are the sum of paid, in flight and waiting', async () => {
  const marketerId = await newMarketer('sum@wallet.example');
  expect((await read('/api/payments/earnings', marketerId)).body).toEqual({
    paid: '0.00',
    inFlight: '0.00',
    waiting: '0.00',
    completed: 0,
    pending: 0,
    failed: 0,
  });
  const campaign = await stage.world.fund(4, 2500);
  const places = [
    ['arrives@wallet.example', 1],
    ['fail@wallet.example', 2],
    ['unclaimed@wallet.example', 3],
  ] as const;
  for (const [walletEmail, place] of places) {
    stage.world.facts.set(marketerId, { ...payableFacts, walletEmail });
    await stage.world.release(campaign, marketerId, place);
    await letItSettle();
  }
  stage.world.facts.set(marketerId, { ...payableFacts, isKycApproved: false });
  await stage.world.release(campaign, marketerId, 4);
  expect((await read('/api/payments/earnings', marketerId)).body).toEqual({
    paid: '25.00',
    inFlight: '25.00',
    waiting: '50.00',
    completed: 1,
    pending: 2,
    failed: 1,
  });
  const payments: Payment[] = (await read('/api/payments', marketerId)).body;
  expect(payments.map(({ status, attempt, issue, sentTo }) => [status, attempt, issue, sentTo])).toEqual([
    ['pending', null, null, null],
    ['pending', 'unclaimed', 'no-account', 'unclaimed@wallet.example'],
    ['failed', 'failed', 'account-locked', 'fail@wallet.example'],
    ['completed', 'arrived', null, 'arrives@wallet.example'],
  ]);
});

test('pay held for a tax ID counts as waiting, and is paid once there is one', async () => {
  const marketerId = await newMarketer('taxed@wallet.example', false);
  const campaign = await stage.world.fund(2, 40_000);
  await stage.world.release(campaign, marketerId, 1);
  stage.clock.advance(MINUTE);
  await stage.world.release(campaign, marketerId, 2);
  await letItSettle();
  const earned = async () => (await read('/api/payments/earnings', marketerId)).body;
  expect(await earned()).toMatchObject({ paid: '400.00', inFlight: '0.00', waiting: '400.00' });
  stage.world.facts.set(marketerId, { ...payableFacts, walletEmail: 'taxed@wallet.example' });
  // The sweep finds it.
  stage.clock.advance(15 * MINUTE);
  await letItSettle();
  const { paid, inFlight, waiting } = await earned();
  expect([paid, inFlight, waiting].map(fromDecimal)).toEqual([80_000, 0, 0]);
});
