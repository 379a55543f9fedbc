/** Payers: from the draft to its escrow, honest and fraudulent. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { campaignWindow } from '#campaigns/contract.ts';
import { calculateFee } from '#kernel/money.ts';
import { HOUR } from '#kernel/time.ts';
import { define, expectDone, number, of, pick, rarely, strangerTo } from './command.ts';
import type { Order } from './facts.ts';
import type { Model } from './model.ts';

const sizes = {
  dollars: { any: fc.integer({ min: 100, max: 500 }), usual: 100 },
  places: { any: fc.integer({ min: 1, max: 4 }), usual: 2 },
  hours: of(2, 1, 30),
};

export const draft = define(
  'draft',
  3,
  sizes,
)(
  ({ advertisers }, choose) => choose(advertisers),
  async ({ model, actions }, owner, { dollars, places, hours }) => {
    const [place, startsInMs] = [dollars * 100, hours * HOUR];
    const { value } = await expectDone(true, actions.draft(owner, { placeCents: place, places, startsInMs }));
    const startTime = new Date(model.now + startsInMs);
    const window = campaignWindow({ campaignType: 'social', startTime, durationMinutes: null });
    model.campaigns.push({
      id: value?.id ?? '',
      owner,
      place,
      places,
      pay: place * places,
      fee: calculateFee(place * places, 1500),
      startsAt: startTime.getTime(),
      proofDueAt: window.proofDueAt.getTime(),
      status: 'draft',
      isClosing: false,
      released: 0,
    });
  },
);

export const order = define('order', 4)(
  ({ model }, choose) => choose(model.campaigns, ({ status }) => status === 'draft'),
  async ({ model, actions }, campaign) => {
    const amount = campaign.pay + campaign.fee;
    const isAllowed =
      model.isFundable(campaign) && !model.isPaymentUnderWay(campaign) && !model.owes(campaign.owner);
    if (model.isFundable(campaign) && model.owes(campaign.owner))
      model.saw('an advertiser who owes funded nothing');
    const unfinished = model.orders.filter(
      (made) => made.campaign === campaign && made.state === 'open' && model.now - made.createdAt < HOUR,
    );
    const { value } = await expectDone(isAllowed, actions.order(campaign.owner, campaign.id, amount));
    if (!value) return;
    const { id, approveUrl } = value;
    const [same] = unfinished.toReversed();
    if (same) {
      expect(id, 'an unfinished order was not returned again').toBe(same.id);
      return model.saw('an unfinished order was returned again');
    }
    const made = { campaign, id, approveUrl, amount, createdAt: model.now, refundable: 0 };
    model.orders.push({ ...made, state: 'open', wallet: UNDECIDED, action: '' });
  },
);

const UNDECIDED = 'PAYER_ACTION_REQUIRED';

export const decide = define('decide', 5, {
  action: of('approve', 'approve', 'approve', 'slow', 'decline', 'cancel'),
})(
  ({ model }, choose) => choose(model.orders, ({ wallet }) => wallet === UNDECIDED),
  async ({ city }, found, { action }) => {
    await city.wallet.decide(found.approveUrl, action);
    const isUndecided = found.wallet === UNDECIDED || found.action === 'decline';
    if (isUndecided && action !== 'cancel') found.action = action;
  },
);

export const capture = define('capture', 4, { isStranger: rarely })(
  ({ model }, choose) =>
    choose(model.orders, ({ state, wallet }) => state === 'open' && wallet === 'APPROVED'),
  async (stage, found, { isStranger }) => {
    const { model, actions } = stage;
    const { campaign, id, state } = found;
    const by = isStranger ? strangerTo(stage, campaign) : campaign.owner;
    const { code } = await expectDone(!isStranger && model.collect(found), actions.capture(by, id));
    if (isStranger) model.saw('a stranger’s capture was refused');
    else if (code === 'ok' && state !== 'open') model.saw('a capture was asked for twice');
    else if (code === 'payment/used' && state === 'open')
      model.saw('a second capture for one campaign was refused');
  },
);

/**
 * With its own order, or forged: another campaign's, another order's capture, a made-up one, or by another
 * advertiser.
 */
export const fund = define('fund', 5, {
  other: number,
  forged: of('no', 'no', 'no', 'campaign', 'capture', 'made-up', 'stranger'),
})(
  ({ model }, choose) =>
    choose(
      model.orders.filter(({ repays }) => !repays),
      ({ state }) => state === 'captured',
    ),
  async (stage, found, { other, forged }) => {
    const { model, actions } = stage;
    const own = found.capture?.id ?? 'NONE';
    const captured = model.orders.flatMap((one) => one.capture ?? []);
    const captureId = { capture: pick(captured, other)?.id, 'made-up': 'CAPTURE1' }[forged as string] ?? own;
    const campaign = (forged === 'campaign' && pick(model.campaigns, other)) || found.campaign;
    const by = forged === 'stranger' ? strangerTo(stage, campaign) : campaign.owner;
    // The platform polls an order under review before it judges it.
    if (by === campaign.owner && by === found.campaign.owner) model.lookAtPending(found);
    const isRight = captureId === own && campaign === found.campaign && by === campaign.owner;
    const isAllowed = isRight && canFund(model, found);
    const { code } = await expectDone(isAllowed, actions.fund(by, campaign.id, found.id, captureId));
    if (isAllowed && found.state === 'captured') model.bind(found);
    else if (isAllowed) model.saw('a campaign was funded twice by the same payment, once');
    if (code !== 'ok' && forged !== 'no') model.saw(`a forged fund was refused: ${forged}, ${code}`);
  },
);

const canFund = (model: Model, { state, campaign }: Order) =>
  state === 'bound' || (state === 'captured' && campaign.status === 'draft' && !model.isDisputed(campaign));
