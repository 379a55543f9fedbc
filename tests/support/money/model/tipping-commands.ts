/** Tips: captured like what is owed, and paid out like pay. */
import { DAY } from '#kernel/time.ts';
import { define, expectDone, of, strangerTo, rarely } from './command.ts';
import type { Order, Payment, Proof } from './facts.ts';
import { bind } from './giving-back.ts';
import { holdsPay } from './shortfalls.ts';
import type { Model } from './model.ts';

/** 0 is the pay of the place, and -1 a cent more. */
const amounts = of(500, 100, 99, 0, -1);

export const tip = define('tip', 3, { cents: amounts, isStranger: rarely })(
  ({ model }, choose) => choose(model.proofs, (proof) => isTippable(model, proof)),
  async (stage, proof, { cents, isStranger }) => {
    const { model, actions, city } = stage;
    const { campaign, marketer } = proof.work;
    const amount = cents > 0 ? cents : campaign.place - cents;
    const isInRange = amount >= 100 && amount <= campaign.place;
    const isAllowed = !isStranger && isInRange && isTippable(model, proof);
    const by = isStranger ? strangerTo(stage, campaign) : campaign.owner;
    const { value } = await expectDone(isAllowed, actions.tip(by, proof.id, amount));
    if (!value) return model.saw('a tip was refused');
    await city.wallet.decide(value.approveUrl, 'approve');
    await expectDone(true, actions.capture(campaign.owner, value.id));
    const payment: Payment = { proof, isTip: true, marketer, amount, fee: 0, isTaxHeld: false, attempts: [] };
    const order: Order = {
      campaign,
      id: value.id,
      approveUrl: value.approveUrl,
      amount,
      createdAt: model.now,
      refundable: 0,
      state: 'open',
      wallet: 'COMPLETED',
      action: 'approve',
      repays: payment,
    };
    model.orders.push(order);
    model.book(order);
    model.later(() => bind(model, order, payment));
  },
);

function isTippable(model: Model, proof: Proof): boolean {
  const isTaken = model.orders.some(
    ({ repays, state }) =>
      repays && 'proof' in repays && repays.isTip && repays.proof === proof && state !== 'surplus',
  );
  const isApproved = proof.status === 'approved' && model.now < proof.decidedAt + 30 * DAY;
  const hasAccount = model.marketers.includes(proof.work.marketer);
  const isDisputed = holdsPay(model, proof);
  return isApproved && !isTaken && hasAccount && !isDisputed && !model.owes(proof.work.campaign.owner);
}
