/** What the model makes of a payer's dispute at the wallet, when it hears of it. */
import type { Cents } from '#kernel/money.ts';
import type { Chargeback, Order } from './facts.ts';
import { giveBack } from './giving-back.ts';
import type { Model } from './model.ts';

export function hearOf(model: Model, cb: Chargeback): void {
  const { order, wallet } = cb;
  if (cb.ours === 'unheard') {
    if (wallet === 'won') {
      cb.ours = 'never';
      return model.saw('a dispute had ended before we heard of it');
    }
    cb.held = holdable(model, order, cb.amount);
    cb.ours = 'open';
    model.saw(cb.held.suspense > 0 ? 'a dispute held money in suspense' : 'a dispute held escrow');
  }
  if (cb.ours === 'open' && wallet !== 'open') endDispute(model, cb, wallet);
}

function holdable(model: Model, order: Order, atMost: Cents): Chargeback['held'] {
  if (order.ours !== 'bound') return { pay: 0, fee: 0, suspense: Math.min(atMost, model.suspense(order)) };
  const left = model.left(order.campaign);
  const pay = Math.min(atMost, left.pay);
  return { pay, fee: Math.min(atMost - pay, left.fee), suspense: 0 };
}

function endDispute(model: Model, cb: Chargeback, end: 'won' | 'lost'): void {
  const { order, held } = cb;
  if (end === 'lost') {
    const more = holdable(model, order, cb.amount - held.pay - held.fee - held.suspense);
    if (more.pay + more.fee + more.suspense > 0)
      model.saw('what came back during a dispute covered its loss');
    held.pay += more.pay;
    held.fee += more.fee;
    held.suspense += more.suspense;
    cb.lost = { ...held };
    cb.owed = cb.amount - held.pay - held.fee - held.suspense;
    if (cb.owed > 0) model.saw('a lost dispute left its payer owing');
  }
  cb.ours = end;
  cb.closedAt = model.now;
  model.saw(`a dispute was ${end}`);
  if (order.ours !== 'captured') return;
  if (end === 'won') return model.later(() => model.fundByItself(order));
  order.ours = 'surplus';
  model.later(() => giveBack(model, order));
}
