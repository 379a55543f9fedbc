import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '#kernel/time.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import {
  decideAtWallet,
  draftCampaign,
  openOrder,
  paidOrder,
} from '#tests/support/people/funded-campaign.ts';
import * as formContract from '../../form-contract.ts';
import * as fundingContract from '../../funding-contract.ts';
import { wearableForm } from '../../sample.ts';

let database: TestDatabase;
let app: TestApp;
let advertiser: Client;

beforeAll(async () => {
  database = await serverDatabase({ poolSize: 30 });
  app = await testApp({ database });
  advertiser = await app.signIn('advertiser');
});
afterAll(async () => {
  await app.close();
  await database.close();
});

async function readMoney(id: string) {
  const { rows } = await database.asOwner(
    `select c.status, c.escrow_cents, c.fee_cents,
            (select count(*)::int from ledger.txn where kind = 'fund' and dedupe_key like '%' || c.id) as fundings,
            (select count(*)::int from audit_entry where action = 'campaign.funded' and object_id = c.id::text) as audited,
            (select balance from ledger.account where code = 'escrow:' || c.id) as escrow
       from campaign c where c.id = $1`,
    [id],
  );
  return rows[0];
}

const fundedOnce = {
  status: 'active',
  escrow_cents: 12_000,
  fee_cents: 1800,
  fundings: 1,
  audited: 1,
  escrow: 12_000,
};

test('invariant 6: twenty funding calls and the platform fund a campaign once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await draftCampaign(app, advertiser);
    const payment = await paidOrder(advertiser, id);
    const calls = Array.from({ length: 20 }, () =>
      advertiser.call(fundingContract.fundCampaign, { params: { id }, body: payment }),
    );
    const answers = await Promise.all([...calls, app.runDue()]);
    for (const answer of answers) if (answer) expect(answer.status, answer.error.message).toBe(200);
    expect(await readMoney(id)).toEqual(fundedOnce);
  }
});

test('invariant 6: a payment for one campaign funds no other, even if both ask concurrently', async () => {
  const one = await draftCampaign(app, advertiser);
  const other = await draftCampaign(app, advertiser);
  const payment = await paidOrder(advertiser, one.id);
  const answers = await Promise.all(
    [one, other, one, other, one, other].map(({ id }) =>
      advertiser.call(fundingContract.fundCampaign, { params: { id }, body: payment }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 200, 404, 200, 404]);
  expect(await readMoney(one.id)).toEqual(fundedOnce);
  expect(await readMoney(other.id)).toMatchObject({ status: 'draft', fundings: 0, escrow: null });
});

test('two orders for one campaign, approved and captured concurrently, charge once', async () => {
  const { id } = await draftCampaign(app, advertiser);
  const orders = [await openOrder(advertiser, id)];
  // Too old to be reused, but still open.
  app.clock.advance(HOUR);
  orders.push(await openOrder(advertiser, id));
  for (const { approveUrl } of orders) await decideAtWallet(advertiser, approveUrl);
  const captures = await Promise.all(
    orders.map((order) =>
      advertiser.call(fundingContract.capturePaymentOrder, { params: { orderId: order.id } }),
    ),
  );
  expect(captures.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  await app.runDue();
  expect(await readMoney(id)).toEqual(fundedOnce);
  const { rows } = await database.asOwner(
    `select count(*)::int as captured from payment_order where campaign_id = $1 and provider_capture_id is not null`,
    [id],
  );
  expect(rows).toEqual([{ captured: 1 }]);
});

test('changing a draft while it is funded keeps what was paid for', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await draftCampaign(app, advertiser);
    const payment = await paidOrder(advertiser, id);
    const dearer = wearableForm(app.clock.now(), { payRate: 50, totalBudget: 500 });
    const [changed, funded] = await Promise.all([
      advertiser.call(formContract.updateCampaign, { params: { id }, body: dearer }),
      advertiser.call(fundingContract.fundCampaign, { params: { id }, body: payment }),
    ]);
    expect([changed.status, changed.error.code]).toEqual([409, 'campaign/not-draft']);
    expect(funded.status).toBe(200);
    expect(await readMoney(id)).toEqual(fundedOnce);
  }
});

test('changing a draft during the capture either charges and funds the old amount, or nothing', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { id } = await draftCampaign(app, advertiser);
    const order = await openOrder(advertiser, id);
    await decideAtWallet(advertiser, order.approveUrl);
    const dearer = wearableForm(app.clock.now(), { payRate: 50, totalBudget: 500 });
    const [captured, changed] = await Promise.all([
      advertiser.call(fundingContract.capturePaymentOrder, { params: { orderId: order.id } }),
      advertiser.call(formContract.updateCampaign, { params: { id }, body: dearer }),
    ]);
    expect([captured.status, changed.status].toSorted()).not.toEqual([200, 200]);
    await app.runDue();
    if (captured.status === 200) expect(await readMoney(id)).toEqual(fundedOnce);
    else expect(await readMoney(id)).toMatchObject({ status: 'draft', fundings: 0 });
  }
});
