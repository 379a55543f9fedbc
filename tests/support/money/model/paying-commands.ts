/** Payers: from the draft to its escrow, honestly and not. */
import { expect } from 'vitest';
import { campaignWindow } from '#campaigns/contract.ts';
import { feeOn } from '#kernel/money.ts';
import { HOUR } from '#kernel/time.ts';
import { command, pick, pickFitting, strangerTo } from './command.ts';
import type { Campaign, Order } from './facts.ts';
import { captureIdOf, type Stage } from './stage.ts';

export const draft = (args: { owner: number; dollars: number; places: number; hours: number }) =>
  command('draft', args, (stage, { owner, dollars, places, hours }) => async () => {
    const { model, deeds } = stage;
    const ownerId = pick(stage.advertisers, owner) ?? '';
    const startsInMs = hours * HOUR;
    const { code, value } = await deeds.draft(ownerId, { placeCents: dollars * 100, places, startsInMs });
    expect(code).toBe('ok');
    const startsAt = model.now + startsInMs;
    const window = campaignWindow({
      campaignType: 'social',
      startTime: new Date(startsAt),
      durationMinutes: null,
    });
    const pay = dollars * 100 * places;
    model.campaigns.push({
      name: `campaign ${model.campaigns.length}`,
      id: value?.id ?? '',
      owner: ownerId,
      place: dollars * 100,
      places,
      pay,
      fee: feeOn(pay, 1500),
      startsAt,
      closesAt: window.closesAt.getTime(),
      proofDueAt: window.proofDueAt.getTime(),
      status: 'draft',
      isClosing: false,
      hired: 0,
      released: 0,
    });
  });

export const order = (args: { campaign: number }) =>
  command('order', args, (stage, { campaign: number }) => {
    const { model, deeds } = stage;
    const campaign = pickFitting(model.campaigns, number, ({ status }) => status === 'draft');
    if (!campaign) return null;
    return async () => {
      const amount = campaign.pay + campaign.fee;
      const expected =
        model.whyNotFundable(campaign) ?? (model.paymentUnderWay(campaign) ? 'payment/used' : 'ok');
      const { code, value } = await deeds.order(campaign.owner, campaign.id, amount);
      expect(code).toBe(expected);
      if (!value) return;
      model.orders.push({
        name: `order ${model.orders.length}`,
        campaign,
        id: value.id,
        approveUrl: value.approveUrl,
        amount,
        createdAt: model.now,
        ours: 'open',
        wallet: 'created',
        means: 'good',
        approvedAt: 0,
      });
    };
  });

export const decide = (args: { order: number; action: 'approve' | 'decline' | 'cancel' | 'slow' }) =>
  command('decide', args, ({ model, wallet, city }, { order: number, action }) => {
    const found = pickFitting(model.orders, number, (one) => one.wallet === 'created');
    if (!found) return null;
    return async () => {
      const form = action === 'slow' ? { action: 'approve', capture: 'pending' } : { action };
      await city.wallet.decide(found.approveUrl, form as Record<string, string>);
      if (action === 'cancel') return;
      wallet.approve(found, action === 'approve' ? 'good' : action === 'slow' ? 'slow' : 'declined');
    };
  });

export const capture = (args: { order: number; isStranger: boolean }) =>
  command('capture', args, (stage, { order: number, isStranger }) => {
    const { model, deeds } = stage;
    const found = pickFitting(
      model.orders,
      number,
      ({ ours, wallet }) => ours === 'open' && wallet === 'approved',
    );
    if (!found) return null;
    return async () => {
      const { campaign, id } = found;
      if (isStranger) {
        expect((await deeds.capture(strangerTo(stage, campaign), id)).code).toBe('payment/order-not-found');
        return model.saw('a stranger’s capture was refused');
      }
      const expected = captureInModel(stage, found) ?? 'ok';
      expect((await deeds.capture(campaign.owner, id)).code).toBe(expected);
    };
  });

/** The refusal, or null where the order is captured afterwards. */
function captureInModel({ model, wallet }: Stage, found: Order): string | null {
  const { campaign } = found;
  switch (found.ours) {
    case 'captured':
    case 'bound':
      model.saw('a capture was asked for twice');
      return null;
    case 'surplus':
      return 'payment/used';
    case 'pending':
      return wallet.lookAtPending(found);
    case 'closed':
      return model.whyNotFundable(campaign) ?? 'payment/provider-refused';
    case 'open': {
      const reason = model.whyNotFundable(campaign);
      if (reason) return reason;
      if (model.paymentUnderWay(campaign)) {
        model.saw('a second capture for one campaign was refused');
        return 'payment/used';
      }
      return wallet.capture(found);
    }
  }
}

/** By its own order, or forged: another campaign's, another order's capture, a made-up one, by somebody else. */
export const fund = (args: {
  order: number;
  campaign: number;
  capture: number;
  forged: 'no' | 'campaign' | 'capture' | 'made-up' | 'stranger';
}) =>
  command('fund', args, (stage, { order: number, campaign: other, capture: another, forged }) => {
    const { model, deeds } = stage;
    const found = pickFitting(model.orders, number, ({ ours }) => ours === 'captured');
    if (!found) return null;
    const captured = pick(
      model.orders.filter((one) => one.capture),
      another,
    );
    const campaign =
      forged === 'campaign' ? (pick(model.campaigns, other) ?? found.campaign) : found.campaign;
    return async () => {
      const captureOf = forged === 'capture' ? (captured ?? found) : found;
      const captureId = forged === 'made-up' ? 'CAPTURE0000000001' : await captureIdOf(stage, captureOf);
      const by = forged === 'stranger' ? strangerTo(stage, campaign) : campaign.owner;
      const expected = fundInModel(stage, {
        found,
        campaign,
        by,
        isRight: captureOf === found && forged !== 'made-up',
      });
      expect((await deeds.fund(by, campaign.id, found.id, captureId)).code).toBe(expected);
      if (forged !== 'no' && expected !== 'ok')
        model.saw(`a forged fund was refused: ${forged}, ${expected}`);
    };
  });

function fundInModel(
  { model, wallet }: Stage,
  { found, campaign, by, isRight }: { found: Order; campaign: Campaign; by: string; isRight: boolean },
): string {
  if (by !== campaign.owner) return 'campaign/not-found';
  const isOwn = found.campaign.owner === by;
  // An order under review is looked at before it is judged.
  if (isOwn && found.ours === 'pending') wallet.lookAtPending(found);
  if (campaign.status !== 'draft') {
    const isSame = isOwn && found.ours === 'bound' && found.campaign === campaign && isRight && found.capture;
    if (isSame) model.saw('a campaign was funded twice by the same payment, once');
    return isSame ? 'ok' : 'campaign/already-funded';
  }
  if (!isOwn || found.campaign !== campaign) return 'payment/order-not-found';
  switch (found.ours) {
    case 'bound':
      return 'payment/used';
    case 'pending':
      return 'payment/pending';
    case 'captured':
      break;
    default:
      return 'payment/not-captured';
  }
  if (!isRight) return 'payment/order-not-found';
  if (model.isDisputed(campaign)) return 'payment/disputed';
  model.bind(found);
  return 'ok';
}
