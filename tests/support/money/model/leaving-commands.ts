/** People who delete their account: exactly if the model finds nothing of theirs open. */
import type { Id } from '#kernel/id.ts';
import { deleteAccount } from '#auth/server/deletion-service.ts';
import { define, expectDone, number, pick } from './command.ts';
import { isHeld } from './giving-back.ts';
import type { Marketer } from './facts.ts';
import type { Model } from './model.ts';
import { newMarketer, type Stage } from './stage.ts';

const leave = ({ city }: Stage, id: Id, role: 'marketer' | 'advertiser') =>
  city.attempt(() => deleteAccount(city.deps, { userId: id, by: city.actor(id, role) }));

function isMarketerBound(model: Model, marketer: Marketer): boolean {
  return (
    model.payments.some((payment) => payment.marketer === marketer && payment.status !== 'completed') ||
    model.works.some((work) => work.marketer === marketer && isHeld(model, work))
  );
}

/** A new marketer takes their name. The old one's past stays, and money that still comes back finds no address. */
export const marketerLeaves = define(
  'marketerLeaves',
  0,
  { marketer: number },
  (stage, { marketer: which }) => {
    const { model, city } = stage;
    const marketer = pick(model.marketers, which);
    if (!marketer) return undefined;
    return async () => {
      const isBound = isMarketerBound(model, marketer);
      await expectDone(!isBound, leave(stage, marketer.id, 'marketer'));
      if (isBound) return model.saw('a marketer could not leave');
      model.saw(marketer.earned.size > 0 ? 'a marketer who was paid left' : 'a marketer left');
      Object.assign(marketer, { email: null, isVerified: false });
      model.marketers[model.marketers.indexOf(marketer)] = await newMarketer(city, marketer.name);
    };
  },
);

function isAdvertiserBound(model: Model, owner: Id): boolean {
  const isOwn = ({ campaign }: { campaign: { owner: Id } }) => campaign.owner === owner;
  return (
    model.campaigns.some((campaign) => {
      const { pay, fee } = model.left(campaign);
      return campaign.owner === owner && (campaign.status === 'active' || pay + fee > 0);
    }) ||
    model.orders
      .filter(isOwn)
      .some(({ id, state }) => ['open', 'pending'].includes(state) || model.credit(`suspense:${id}`) > 0) ||
    model.refunds.some(({ order, state }) => isOwn(order) && ['submitting', 'pending'].includes(state)) ||
    model.chargebacks.some(({ order, state, owed }) => isOwn(order) && (state === 'open' || owed > 0))
  );
}

/** Not of owners who pay for a draft: those drafts stay as empty rows, of which the model knows nothing. */
export const advertiserLeaves = define(
  'advertiserLeaves',
  0,
  { owner: number },
  (stage, { owner: which }) => {
    const { model, city, advertisers } = stage;
    const owner = pick(advertisers, which);
    const drafts = model.campaigns.filter((one) => one.owner === owner && one.status === 'draft');
    if (!owner || model.orders.some(({ campaign }) => drafts.includes(campaign))) return undefined;
    return async () => {
      const isBound = isAdvertiserBound(model, owner);
      await expectDone(!isBound, leave(stage, owner, 'advertiser'));
      model.saw(isBound ? 'an advertiser could not leave' : 'an advertiser left');
      if (isBound) return;
      model.campaigns = model.campaigns.filter((campaign) => !drafts.includes(campaign));
      advertisers[advertisers.indexOf(owner)] = await city.newPerson('advertiser');
    };
  },
);
