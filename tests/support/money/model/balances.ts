/** Where every cent must be, by the ledger's account names; accounts in flight are named by whose money it is. */
import type { Cents } from '#kernel/money.ts';
import { sumOf } from './facts.ts';
import { gone, lostOf, type Model } from './model.ts';

/** In their normal sign, without those that hold nothing. */
export function balancesOf(model: Model): Map<string, Cents> {
  const { campaigns, orders, payments, refunds, chargebacks } = model;
  const balances = new Map(model.reserve);
  const add = (account: string, cents: Cents) => balances.set(account, (balances.get(account) ?? 0) + cents);

  for (const campaign of campaigns) {
    const left = model.left(campaign);
    add(`escrow:${campaign.id}`, left.pay);
    add(`fee_unearned:${campaign.id}`, left.fee);
  }
  for (const order of orders) {
    add(`suspense of ${order.campaign.id}`, model.suspense(order));
    if (!isIn(order.ours)) continue;
    add('psp', order.amount - (order.capture?.pspFee ?? 0));
    add('psp_fees', order.capture?.pspFee ?? 0);
  }
  for (const { marketer, amount, fee, isTaxHeld, status, attempts } of payments) {
    add('fee_revenue', fee);
    const isInFlight = ['sent', 'unclaimed', 'held'].includes(attempts.at(-1)?.ours ?? '');
    if (isTaxHeld) add(`tax_hold:${marketer.id}`, amount);
    else if (isInFlight) add(`payout_in_flight of ${marketer.id}`, amount);
    else if (status === 'completed') add('psp', -amount);
    else add(`payable:${marketer.id}`, amount);
  }
  for (const { order, state, pay, fee } of refunds) {
    if (state === 'completed') add('psp', -pay - fee);
    else if (state !== 'failed') add(`refund_in_flight of ${order.campaign.id}`, pay + fee);
  }
  for (const cb of chargebacks) {
    const { order, ours, amount } = cb;
    if (ours === 'open') {
      const { pay, fee, suspense } = gone(cb);
      add(`dispute_hold:${order.campaign.id}`, pay + fee + suspense);
      add(`psp_held of ${order.campaign.id}`, amount);
      add('psp', -amount);
    } else if (ours === 'lost') {
      add('psp', -lostOf(cb));
      add(`receivable:${order.campaign.owner}`, cb.owed);
    }
  }
  for (const [account, cents] of balances) if (cents === 0) balances.delete(account);
  return balances;
}

const isIn = (ours: string) => ours === 'captured' || ours === 'bound' || ours === 'surplus';

/** P and F of every campaign are where the model says they are: left, released, refunded or disputed (invariant 4). */
export function unaccounted(model: Model): string[] {
  return model.campaigns.flatMap((campaign) => {
    if (campaign.status === 'draft') return [];
    const own = model.payments.filter((payment) => payment.campaign === campaign);
    const back = model.refunds.filter(
      ({ order, origin, state }) => order.campaign === campaign && origin === 'escrow' && state !== 'failed',
    );
    const charged = model.chargebacks.filter(({ order }) => order.campaign === campaign).map(gone);
    const left = model.left(campaign);
    const pay =
      left.pay +
      sumOf(own, ({ amount }) => amount) +
      sumOf(back, (one) => one.pay) +
      sumOf(charged, (one) => one.pay);
    const fee =
      left.fee +
      sumOf(own, (one) => one.fee) +
      sumOf(back, (one) => one.fee) +
      sumOf(charged, (one) => one.fee);
    const isRight = pay === campaign.pay && fee === campaign.fee && left.pay >= 0 && left.fee >= 0;
    return isRight ? [] : [`${campaign.name}: ${pay} of ${campaign.pay}, fee ${fee} of ${campaign.fee}`];
  });
}
