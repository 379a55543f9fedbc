/** Users who delete their account: allowed exactly if the model finds nothing of theirs open. */
import type { Id } from '#kernel/id.ts';
import { deleteAccount } from '#auth/server/account/deletion-service.ts';
import { define, expectDone } from './command.ts';
import { isHeld } from './giving-back.ts';
import type { Campaign, Marketer } from './facts.ts';
import type { Model } from './model.ts';
import { newMarketer, type Stage } from './stage.ts';

const leave = ({ city }: Stage, id: Id, role: 'marketer' | 'advertiser') =>
  city.attempt(() => deleteAccount(city.deps, { userId: id, by: city.actor(id, role) }));

const hasEnded = (state?: string) => state === 'given-up' || state === 'renounced';

function isMarketerBound(model: Model, marketer: Marketer): boolean {
  return (
    model.payments.some(
      ({ marketer: payee, attempts, shortfall, isCancelled }) =>
        payee === marketer &&
        !isCancelled &&
        !attempts.some(({ state }) => state === 'succeeded') &&
        !hasEnded(shortfall?.state),
    ) ||
    model.works.some(
      (work) => work.marketer === marketer && (isHeld(model, work) || work.dispute?.state === 'open'),
    )
  );
}

/** The advertisers no longer owe what the platform has given up. */
function renounce(model: Model, marketer: Marketer): void {
  for (const { marketer: payee, shortfall } of model.payments) {
    if (payee !== marketer || shortfall?.state !== 'given-up') continue;
    shortfall.state = 'renounced';
    model.saw('a marketer renounced pay');
  }
}

/** A new marketer takes their name. The old one's history stays, and returning money has no address. */
async function letLeave(stage: Stage, marketer: Marketer): Promise<void> {
  const { model, city } = stage;
  const isBound = isMarketerBound(model, marketer);
  await expectDone(!isBound, leave(stage, marketer.id, 'marketer'));
  if (isBound) return model.saw('a marketer could not leave');
  renounce(model, marketer);
  model.saw(marketer.earned.size > 0 ? 'a marketer who was paid left' : 'a marketer left');
  Object.assign(marketer, { email: null, isVerified: false });
  model.marketers[model.marketers.indexOf(marketer)] = await newMarketer(city, marketer.name);
}

export const marketerLeaves = define('marketerLeaves', 0)(
  ({ model }, choose) => choose(model.marketers),
  letLeave,
);

/** Only marketers who renounce pay by leaving. */
export const marketerRenounces = define('marketerRenounces', 0)(
  ({ model }, choose) =>
    choose(
      model.payments
        .filter(({ shortfall }) => shortfall?.state === 'given-up')
        .map(({ marketer }) => marketer),
    ),
  letLeave,
);

function isAdvertiserBound(model: Model, owner: Id): boolean {
  const isOwn = ({ campaign }: { campaign: { owner: Id } }) => campaign.owner === owner;
  return (
    model.campaigns.some((campaign) => {
      const { pay, fee } = model.left(campaign);
      return campaign.owner === owner && (campaign.status === 'active' || pay + fee > 0);
    }) ||
    model.works.some((work) => isOwn(work) && work.dispute?.state === 'open') ||
    model.orders
      .filter(isOwn)
      .some(({ id, state }) => ['open', 'pending'].includes(state) || model.credit(`suspense:${id}`) > 0) ||
    model.owes(owner) ||
    model.refunds.some(({ order, state }) => isOwn(order) && ['submitting', 'pending'].includes(state)) ||
    model.chargebacks.some(({ order, state, owed }) => isOwn(order) && (state === 'open' || owed > 0))
  );
}

const isDraftBy = (owner: Id) => (campaign: Campaign) =>
  campaign.owner === owner && campaign.status === 'draft';

/** Excludes owners who pay for a draft: their drafts stay as empty rows that the model does not know. */
export const advertiserLeaves = define('advertiserLeaves', 0)(
  ({ model, advertisers }, choose) => {
    const owner = choose(advertisers) ?? '';
    return model.orders.some(({ campaign }) => isDraftBy(owner)(campaign)) ? undefined : owner;
  },
  async (stage, owner) => {
    const { model, city, advertisers } = stage;
    const isBound = isAdvertiserBound(model, owner);
    await expectDone(!isBound, leave(stage, owner, 'advertiser'));
    model.saw(isBound ? 'an advertiser could not leave' : 'an advertiser left');
    if (isBound) return;
    model.campaigns = model.campaigns.filter((campaign) => !isDraftBy(owner)(campaign));
    advertisers[advertisers.indexOf(owner)] = await city.newPerson('advertiser');
  },
);
