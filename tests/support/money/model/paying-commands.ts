/** Payers: from the draft to its escrow, honestly and not. */
import fc from 'fast-check';
import { campaignWindow } from '#campaigns/contract.ts';
import { feeOn } from '#kernel/money.ts';
import { HOUR } from '#kernel/time.ts';
import { define, expectDone, number, of, pick, rarely, strangerTo } from './command.ts';
import type { Campaign, Order } from './facts.ts';
import type { Model } from './model.ts';

export const draft = define(
  'draft',
  3,
  {
    owner: number,
    dollars: { any: fc.integer({ min: 100, max: 500 }), usual: 100 },
    places: { any: fc.integer({ min: 1, max: 4 }), usual: 2 },
    hours: of(2, 1, 30),
  },
  ({ model, deeds, advertisers }, { owner: who, dollars, places, hours }) =>
    async () => {
      const owner = pick(advertisers, who) ?? '';
      const [place, startsInMs] = [dollars * 100, hours * HOUR];
      const { value } = await expectDone(true, deeds.draft(owner, { placeCents: place, places, startsInMs }));
      const startsAt = model.now + startsInMs;
      const startTime = new Date(startsAt);
      const window = campaignWindow({ campaignType: 'social', startTime, durationMinutes: null });
      model.campaigns.push({
        id: value?.id ?? '',
        owner,
        place,
        places,
        pay: place * places,
        fee: feeOn(place * places, 1500),
        startsAt,
        closesAt: window.closesAt.getTime(),
        proofDueAt: window.proofDueAt.getTime(),
        status: 'draft',
        isClosing: false,
        released: 0,
      });
    },
);

export const order = define('order', 4, { campaign: number }, ({ model, deeds }, { campaign: which }) => {
  const campaign = pick(model.campaigns, which, ({ status }) => status === 'draft');
  if (!campaign) return undefined;
  return async () => {
    const amount = campaign.pay + campaign.fee;
    const isAllowed = model.isFundable(campaign) && !model.isPaymentUnderWay(campaign);
    const { value } = await expectDone(isAllowed, deeds.order(campaign.owner, campaign.id, amount));
    if (!value) return;
    const { id, approveUrl } = value;
    const made = { campaign, id, approveUrl, amount, createdAt: model.now, refundable: 0 };
    model.orders.push({ ...made, state: 'open', wallet: 'PAYER_ACTION_REQUIRED', action: '' });
  };
});

export const decide = define(
  'decide',
  5,
  { order: number, action: of('approve', 'approve', 'approve', 'slow', 'decline', 'cancel') },
  ({ model, city }, { order: which, action }) => {
    const found = pick(model.orders, which, ({ wallet }) => wallet === 'PAYER_ACTION_REQUIRED');
    if (!found) return undefined;
    return async () => {
      await city.wallet.decide(found.approveUrl, action);
      const isUndecided = found.wallet === 'PAYER_ACTION_REQUIRED' || found.action === 'decline';
      if (isUndecided && action !== 'cancel') found.action = action;
    };
  },
);

export const capture = define(
  'capture',
  4,
  { order: number, isStranger: rarely },
  (stage, { order: which, isStranger }) => {
    const { model, deeds } = stage;
    const isApproved = ({ state, wallet }: Order) => state === 'open' && wallet === 'APPROVED';
    const found = pick(model.orders, which, isApproved);
    if (!found) return undefined;
    return async () => {
      const { campaign, id, state } = found;
      const { code } = await expectDone(
        !isStranger && model.collect(found),
        deeds.capture(isStranger ? strangerTo(stage, campaign) : campaign.owner, id),
      );
      if (isStranger) model.saw('a stranger’s capture was refused');
      else if (code === 'ok' && state !== 'open') model.saw('a capture was asked for twice');
      else if (code === 'payment/used' && state === 'open')
        model.saw('a second capture for one campaign was refused');
    };
  },
);

/** By its own order, or forged: another campaign's, another order's capture, a made-up one, by another advertiser. */
export const fund = define(
  'fund',
  5,
  {
    order: number,
    campaign: number,
    capture: number,
    forged: of('no', 'no', 'no', 'campaign', 'capture', 'made-up', 'stranger'),
  },
  (stage, { order: which, campaign: other, capture: another, forged }) => {
    const { model, deeds } = stage;
    const found = pick(model.orders, which, ({ state }) => state === 'captured');
    if (!found) return undefined;
    const captured = model.orders.filter((one) => one.capture);
    const campaign = (forged === 'campaign' && pick(model.campaigns, other)) || found.campaign;
    return async () => {
      const own = found.capture?.id ?? 'NONE';
      const captureId = {
        capture: pick(captured, another)?.capture?.id ?? own,
        'made-up': 'CAPTURE0000000001',
      }[forged as string];
      const by = forged === 'stranger' ? strangerTo(stage, campaign) : campaign.owner;
      // An order under review is looked at before it is judged.
      if (by === campaign.owner && by === found.campaign.owner) model.lookAtPending(found);
      const isRight = (captureId ?? own) === own && campaign === found.campaign && by === campaign.owner;
      const isAllowed = isRight && isFunding(model, found);
      const { code } = await expectDone(isAllowed, deeds.fund(by, campaign.id, found.id, captureId ?? own));
      if (code !== 'ok' && forged !== 'no') model.saw(`a forged fund was refused: ${forged}, ${code}`);
    };
  },
);

/** Funds the order's campaign, or finds that this order has. */
function isFunding(model: Model, order: Order): boolean {
  if (order.state === 'bound') model.saw('a campaign was funded twice by the same payment, once');
  else if (order.state === 'captured' && isUnpaid(model, order.campaign)) model.bind(order);
  return order.state === 'bound';
}

const isUnpaid = (model: Model, campaign: Campaign) =>
  campaign.status === 'draft' && !model.isDisputed(campaign);
