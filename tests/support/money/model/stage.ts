/** The model beside the product: one run's users, and the comparison after every command. */
import { expect } from 'vitest';
import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import { HOUR } from '#kernel/time.ts';
import type { City } from '#tests/support/money/city.ts';
import { type Actions, createActions } from '#tests/support/money/actions.ts';
import { type LedgerWatch, watchLedger } from '#tests/support/money/ledger-watch.ts';
import { findLostWork } from '#tests/support/money/lost-work.ts';
import type { Marketer } from './facts.ts';
import { giveBackAgain, hearOfDispute, lookAtRefund, sweepCampaigns } from './giving-back.ts';
import { Model } from './model.ts';
import { giveUpShortfalls } from './shortfalls.ts';
import { approve, lookAtPayout, payWaiting } from './paying-out.ts';

export interface Stage {
  city: City;
  actions: Actions;
  model: Model;
  advertisers: Id[];
  admin: Id;
  watch: LedgerWatch;
  /** The number of deliveries that the model knows. */
  heard: number;
}

/** Returns a new world with its users, in which only the reserve is paid. */
export async function newStage(city: City, seed: number, saw: (path: string) => void): Promise<Stage> {
  await city.reset(seed);
  const model = new Model(saw);
  const actions = createActions(city);
  const watch = watchLedger(city.database);
  await actions.reserve();
  await city.wallet.round();
  await city.runOutbox();
  expect(await watch.look()).toEqual([]);
  for (const [account, cents] of await watch.balances()) model.balances.set(account, cents);
  for (const name of ['ana', 'ben', 'cem', 'dee']) model.marketers.push(await newMarketer(city, name));
  const advertisers = [await city.newPerson('advertiser'), await city.newPerson('advertiser')];
  const heard = city.wallet.delivered.length;
  return { city, actions, model, advertisers, admin: await city.newPerson('admin'), watch, heard };
}

export async function newMarketer(city: City, name: string): Promise<Marketer> {
  const id = await city.newPerson('marketer');
  return { id, name, email: null, emailUsableAt: 0, isVerified: false, earned: new Map() };
}

/** Advances time a little with every command. */
export function tick({ city, model }: Stage, milliseconds = 1000): void {
  city.clock.advance(milliseconds);
  model.now = city.clock.now().getTime();
}

/** Reads the wallet's books, and the ids of everything that the product has sent there. */
export async function readWallet({ city, model }: Stage): Promise<void> {
  const { rows } = await city.database.pool.query<{ id: Id; about: string }>(`
    select r.id, o.provider_order_id as about, r.created_at from refund r join payment_order o on o.id = r.order_id
    union all
    select o.id, coalesce('tip of ' || t.proof_id, p.source_id::text), o.created_at from payout o
      join payment p on p.id = o.payment_id left join tip t on t.id = p.tip_id
    order by created_at, id`);
  const nameAll = (things: { id?: Id }[], about: string) => {
    const ids = rows.filter((row) => row.about === about).map(({ id }) => id);
    things.forEach((thing, index) => Object.assign(thing, { id: ids[index] }));
  };
  const { orders, captures, refunds, payouts, disputes } = await city.wallet.books();
  const toWord = (row: Record<string, string> | undefined) =>
    row && { id: row['id'] ?? '', wallet: row['status'] ?? '' };

  for (const order of model.orders) {
    nameAll(
      model.refunds.filter((one) => one.order === order),
      order.id,
    );
    order.wallet = orders.find(({ id }) => id === order.id)?.['status'] ?? '';
    Object.assign(order, { capture: toWord(captures.find(({ orderId }) => orderId === order.id)) });
  }
  for (const { attempts, proof, isTip } of model.payments)
    nameAll(attempts, isTip ? `tip of ${proof.id}` : proof.id);
  for (const one of model.attempts)
    Object.assign(one, { item: toWord(payouts.find(({ senderItemId }) => senderItemId === one.id)) });
  for (const one of model.refunds)
    Object.assign(one, { atWallet: toWord(refunds.find(({ customId }) => customId === one.id)) });
  for (const one of model.chargebacks) {
    const outcome = disputes.find(({ id }) => id === one.id)?.['outcome'];
    if (outcome) one.wallet = outcome === 'RESOLVED_BUYER_FAVOUR' ? 'lost' : 'won';
  }
}

/** Delivers all webhooks and runs all due work except sweeps. */
export async function work(stage: Stage): Promise<void> {
  const { city, model } = stage;
  expect(await city.wallet.round(), 'deliveries that were not taken').toBe(0);
  await readWallet(stage);
  for (const { body } of city.wallet.delivered.slice(stage.heard)) hear(model, body.toString());
  stage.heard = city.wallet.delivered.length;
  await city.runOutbox();
  model.drain();
}

/** Polls the object that a delivery names. */
function hear(model: Model, text: string): void {
  const isNamed = (one?: { id?: string }) => one?.id !== undefined && text.includes(one.id);
  model.soon(() => {
    const dispute = model.chargebacks.find(isNamed);
    const attempt = model.attempts.find(isNamed);
    const refund = model.refunds.find(isNamed);
    const order = model.orders.find((one) => isNamed(one) || isNamed(one.capture));
    if (dispute) hearOfDispute(model, dispute);
    else if (attempt) lookAtPayout(model, attempt);
    else if (refund) lookAtRefund(model, refund);
    else if (order) model.lookAtOrder(order);
  });
}

/** Does the same, then runs every sweep on all due work. */
export async function sweep(stage: Stage): Promise<void> {
  const { city, model } = stage;
  await work(stage);
  await city.database.asOwner(`
    update payment_order set look_at = 'epoch' where look_at is not null;
    update payout set look_at = 'epoch' where look_at is not null;
    update refund set look_at = 'epoch' where look_at is not null;
    update chargeback set look_at = 'epoch' where look_at is not null`);
  await city.runEverySweep();

  const steps = [
    () => model.orders.forEach((order) => model.lookAtOrder(order)),
    () => model.refunds.forEach((refund) => lookAtRefund(model, refund)),
    () => giveUpShortfalls(model),
    () => model.orders.forEach((order) => giveBackAgain(model, order)),
    () => model.marketers.forEach((marketer) => payWaiting(model, marketer)),
    () => sweepCampaigns(model),
    () => approveBySilence(model),
  ];
  for (const step of steps) {
    step();
    model.drain();
  }
}

function approveBySilence(model: Model): void {
  const pending = model.proofs.filter(({ status }) => status === 'pending');
  if (
    pending.some(
      ({ submittedAt, reviewDueAt }) => submittedAt + 72 * HOUR <= model.now && model.now < reviewDueAt,
    )
  )
    model.saw('silence waited for a proof to be sent again');
  const due = pending.filter(({ reviewDueAt }) => reviewDueAt <= model.now);
  for (const proof of due.toSorted((one, other) => one.reviewDueAt - other.reviewDueAt)) {
    approve(model, proof);
    model.saw('silence approved a proof');
  }
}

export async function check(stage: Stage): Promise<void> {
  expect(await stage.watch.look(), 'the ledger itself').toEqual([]);
  expect(await findLostWork(stage.city.deps, stage.city.database), 'work that was lost').toEqual([]);
  expect(sorted(await ledgerBalances(stage))).toEqual(sorted(stage.model.balances));
}

const sorted = (balances: Map<string, Cents>) =>
  Object.fromEntries(
    [...balances].filter(([, cents]) => cents !== 0).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

/** Returns the ledger's balances under the model's names. */
async function ledgerBalances({ city, watch }: Stage): Promise<Map<string, Cents>> {
  const { rows } = await city.database.pool.query<{ code: string; name: string }>(`
    select 'payout_in_flight:' || id as code, 'payout_in_flight of ' || marketer_id as name from payout
    union all select 'refund_in_flight:' || id, 'refund_in_flight of ' || campaign_id from refund
    union all select 'psp_held:' || id, 'psp_held of ' || campaign_id from chargeback
    union all select 'suspense:' || id, 'suspense:' || provider_order_id from payment_order`);
  const names = new Map(rows.map(({ code, name }) => [code, name]));
  const balances = new Map<string, Cents>();
  for (const [code, cents] of await watch.balances()) {
    const name = names.get(code) ?? code;
    balances.set(name, (balances.get(name) ?? 0) + cents);
  }
  return balances;
}
