/** People who delete their account: exactly where the model finds nothing of theirs open. */
import { expect } from 'vitest';
import type { Id } from '#kernel/id.ts';
import { deleteAccount } from '#auth/server/deletion-service.ts';
import { command, pick } from './command.ts';
import { isHeld } from './giving-back.ts';
import type { Marketer } from './facts.ts';
import type { Model } from './model.ts';
import type { Stage } from './stage.ts';

const leave = ({ city }: Stage, id: Id, role: 'marketer' | 'advertiser') =>
  city.attempt(() => deleteAccount(city.deps, { userId: id, by: city.actor(id, role) }));

function isMarketerBound(model: Model, marketer: Marketer): boolean {
  return (
    model.payments.some((payment) => payment.marketer === marketer && payment.status !== 'completed') ||
    model.works.some((work) => work.marketer === marketer && isHeld(model, work))
  );
}

/** Somebody new comes in their place. What the old one has done stays, and money that still comes back finds no address. */
export const marketerLeaves = (args: { marketer: number }) =>
  command('marketerLeaves', args, (stage, { marketer: number }) => {
    const { model, city } = stage;
    const marketer = pick(model.marketers, number);
    if (!marketer) return null;
    return async () => {
      const isBound = isMarketerBound(model, marketer);
      expect((await leave(stage, marketer.id, 'marketer')).code).toBe(
        isBound ? 'account/open-matters' : 'ok',
      );
      model.saw(isBound ? 'a marketer could not leave' : 'a marketer left');
      if (isBound) return;
      if (model.payments.some((payment) => payment.marketer === marketer))
        model.saw('a marketer who was paid left');
      Object.assign(marketer, { email: null, isVerified: false });
      const id = await city.newPerson('marketer');
      const fresh = {
        name: marketer.name,
        id,
        email: null,
        emailSetAt: 0,
        isFirstEmail: true,
        isVerified: false,
      };
      model.marketers[model.marketers.indexOf(marketer)] = fresh;
    };
  });

function isAdvertiserBound(model: Model, owner: Id): boolean {
  const orders = model.orders.filter(({ campaign }) => campaign.owner === owner);
  return (
    model.campaigns.some((campaign) => {
      if (campaign.owner !== owner || campaign.status === 'draft') return false;
      const { pay, fee } = model.left(campaign);
      return campaign.status === 'active' || pay + fee > 0;
    }) ||
    orders.some(
      (order) => ['open', 'pending', 'captured'].includes(order.ours) || model.suspense(order) > 0,
    ) ||
    model.refunds.some(
      ({ order, state }) => orders.includes(order) && ['submitting', 'pending'].includes(state),
    ) ||
    model.chargebacks.some(({ order, ours, owed }) => orders.includes(order) && (ours === 'open' || owed > 0))
  );
}

/** Only who has begun to pay for no draft: those drafts stay as empty rows, of which the model knows nothing. */
export const advertiserLeaves = (args: { owner: number }) =>
  command('advertiserLeaves', args, (stage, { owner: number }) => {
    const { model, city, advertisers } = stage;
    const owner = pick(advertisers, number);
    if (!owner) return null;
    const drafts = model.campaigns.filter(({ owner: one, status }) => one === owner && status === 'draft');
    if (model.orders.some(({ campaign }) => drafts.includes(campaign))) return null;
    return async () => {
      const isBound = isAdvertiserBound(model, owner);
      expect((await leave(stage, owner, 'advertiser')).code).toBe(isBound ? 'account/open-matters' : 'ok');
      model.saw(isBound ? 'an advertiser could not leave' : 'an advertiser left');
      if (isBound) return;
      model.campaigns = model.campaigns.filter((campaign) => !drafts.includes(campaign));
      advertisers[advertisers.indexOf(owner)] = await city.newPerson('advertiser');
    };
  });
