/** The model beside the product: one run's people, and the comparison after every command. */
import { expect } from 'vitest';
import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import { DAY } from '#kernel/time.ts';
import type { City } from '../city.ts';
import { type Deeds, deedsIn } from '../deeds.ts';
import { type LedgerWatch, watchLedger } from '../ledger-watch.ts';
import { balancesOf, unaccounted } from './balances.ts';
import type { Attempt, Order, Payment, Refund } from './facts.ts';
import { giveBackAgain, lookAtRefund, silentlyApproved, sweepCampaigns } from './giving-back.ts';
import { Model } from './model.ts';
import { approve, payWaiting, whyNotPayable } from './paying-out.ts';
import { WalletModel } from './wallet-model.ts';

export interface Stage {
  city: City;
  deeds: Deeds;
  model: Model;
  wallet: WalletModel;
  advertisers: Id[];
  admin: Id;
  watch: LedgerWatch;
}

/** A new world with its people, in which nothing has been paid yet. */
export async function newStage(city: City, seed: number, saw: (what: string) => void): Promise<Stage> {
  await city.reset(seed);
  const model = new Model(saw);
  const stage: Stage = {
    city,
    deeds: deedsIn(city),
    model,
    wallet: new WalletModel(model),
    advertisers: [await city.newPerson('advertiser'), await city.newPerson('advertiser')],
    admin: await city.newPerson('admin'),
    watch: watchLedger(city.database),
  };
  await makeReserve(stage);
  for (const name of ['Ana', 'Ben', 'Cem', 'Dee']) {
    const id = await city.newPerson('marketer');
    model.marketers.push({ name, id, email: null, emailSetAt: 0, isFirstEmail: true, isVerified: false });
  }
  return stage;
}

/** A campaign that nobody ever touches, so that the wallet never lacks the money for what the model sends. */
async function makeReserve({ city, deeds, model, watch }: Stage): Promise<void> {
  const owner = await city.newPerson('advertiser');
  const [pay, fee] = [5_000_000, 750_000];
  const { value: campaign } = await deeds.draft(owner, {
    placeCents: 50_000,
    places: 100,
    startsInMs: 700 * DAY,
  });
  const { value: order } = await deeds.order(owner, campaign?.id ?? '', pay + fee);
  await city.wallet.decide(order?.approveUrl ?? '', { action: 'approve' });
  const { value: captured } = await deeds.capture(owner, order?.id ?? '');
  const { code } = await deeds.fund(owner, campaign?.id ?? '', order?.id ?? '', captured?.id ?? '');
  expect(code).toBe('ok');
  await city.wallet.round();
  await city.runOutbox();
  expect(await watch.look()).toEqual([]);
  const pspFee = 200_724;
  model.reserve = new Map([
    [`escrow:${campaign?.id}`, pay],
    [`fee_unearned:${campaign?.id}`, fee],
    ['psp', pay + fee - pspFee],
    ['psp_fees', pspFee],
  ]);
}

/** Time moves a little with everything that is done. */
export function tick({ city, model, wallet }: Stage, milliseconds = 1000): void {
  city.clock.advance(milliseconds);
  model.now = city.clock.now().getTime();
  wallet.letTimePass();
}

/** The platform hears everything that the wallet has to tell, and does all that is due but its sweeps. */
export async function work({ city, model }: Stage): Promise<void> {
  expect(await city.wallet.round(), 'deliveries that were not taken').toBe(0);
  model.hearNews();
  await city.runOutbox();
  model.drain();
}

/** The same, and every sweep finds everything due that it ever looks at. */
export async function sweep(stage: Stage): Promise<void> {
  const { city, model, wallet } = stage;
  await work(stage);
  await city.database.asOwner(`
    update sweep set next_at = 'epoch' where name <> 'payments/reconciliation';
    update payment_order set look_at = 'epoch' where look_at is not null;
    update payout set look_at = 'epoch' where look_at is not null;
    update refund set look_at = 'epoch' where look_at is not null;
    update chargeback set look_at = 'epoch' where look_at is not null`);
  await city.runSweeps();

  const then = (step: () => void) => {
    step();
    model.drain();
  };
  then(() => model.orders.forEach((order) => wallet.lookAtOrder(order)));
  then(() => model.refunds.forEach((refund) => lookAtRefund(model, refund)));
  then(() => model.orders.forEach((order) => giveBackAgain(model, order)));
  then(() => model.marketers.forEach((marketer) => payWaiting(model, marketer)));
  then(() => sweepCampaigns(model));
  then(() => {
    for (const proof of silentlyApproved(model)) {
      if (whyNotPayable(model, proof.work) === null) {
        approve(model, proof);
        model.saw('silence approved a proof');
      } else model.saw('silence waited for the end of a dispute');
    }
  });
}

export async function check(stage: Stage): Promise<void> {
  const { model, watch } = stage;
  expect(await watch.look(), 'the ledger itself').toEqual([]);
  expect(unaccounted(model)).toEqual([]);
  const expected = balancesOf(model);
  expect(sorted(await ledgerOf(stage))).toEqual(sorted(expected));
  for (const [account, cents] of expected) if (account !== 'psp') expect(cents, account).toBeGreaterThan(0);
}

const sorted = (balances: Map<string, Cents>) =>
  Object.fromEntries([...balances].toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** The ledger's balances in the model's names. */
async function ledgerOf({ city, watch }: Stage): Promise<Map<string, Cents>> {
  const { rows } = await city.database.pool.query<{ code: string; name: string }>(`
    select 'payout_in_flight:' || id as code, 'payout_in_flight of ' || marketer_id as name from payout
    union all select 'refund_in_flight:' || id, 'refund_in_flight of ' || purpose_id from refund
    union all select 'psp_held:' || id, 'psp_held of ' || purpose_id from chargeback
    union all select 'suspense:' || id, 'suspense of ' || purpose_id from payment_order`);
  const names = new Map(rows.map(({ code, name }) => [code, name]));
  const balances = new Map<string, Cents>();
  for (const [code, cents] of await watch.balances()) {
    const name = names.get(code) ?? code;
    balances.set(name, (balances.get(name) ?? 0) + cents);
  }
  return balances;
}

// What the product calls what the model knows.

export async function captureIdOf({ city }: Stage, order: Order): Promise<string> {
  const { captures } = await city.wallet.books();
  return captures.find(({ orderId }) => orderId === order.id)?.['id'] ?? 'NONE';
}

export async function payoutIdOf({ city }: Stage, { payment, index }: NamedAttempt): Promise<Id> {
  const { rows } = await city.database.pool.query<{ id: Id }>(
    `select o.id from payout o join payment p on p.id = o.payment_id where p.source_id = $1
     order by o.created_at, o.id offset $2 limit 1`,
    [payment.proof.id, index],
  );
  return rows[0]?.id ?? missing('payout');
}

interface NamedAttempt {
  payment: Payment;
  index: number;
}

export const named = (attempt: Attempt): NamedAttempt => ({
  payment: attempt.payment,
  index: attempt.payment.attempts.indexOf(attempt),
});

export async function itemIdOf(stage: Stage, attempt: Attempt): Promise<string> {
  const payoutId = await payoutIdOf(stage, named(attempt));
  const { payouts } = await stage.city.wallet.books();
  return payouts.find(({ senderItemId }) => senderItemId === payoutId)?.['id'] ?? missing('item');
}

export async function refundIdOf(
  { city }: Stage,
  { order, createdAt, origin }: Refund,
): Promise<{ id: Id; providerId: string }> {
  const { rows } = await city.database.pool.query<{ id: Id; provider_refund_id: string }>(
    'select id, provider_refund_id from refund where purpose_id = $1 and created_at = $2 and origin = $3',
    [order.campaign.id, new Date(createdAt), origin],
  );
  const [row] = rows;
  return row ? { id: row.id, providerId: row.provider_refund_id } : missing('refund');
}

function missing(what: string): never {
  throw new Error(`the product has no such ${what}`);
}
