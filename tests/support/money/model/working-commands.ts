/** The work and the decisions about it, by both sides and by administrators. */
import fc from 'fast-check';
import { DAY } from '#kernel/time.ts';
import { define, expectDone, number, of, pick, rarely, strangerTo } from './command.ts';
import type { Proof } from './facts.ts';
import { settle } from './giving-back.ts';
import { approve, isPayable, payWaiting } from './paying-out.ts';

export const hire = define(
  'hire',
  7,
  { marketer: number, campaign: number },
  ({ model, deeds }, { marketer: who, campaign: which }) => {
    const marketer = pick(model.marketers, who);
    const campaign = pick(model.campaigns, which, ({ status }) => status === 'active');
    if (!marketer || !campaign) return undefined;
    return async () => {
      const works = model.works.filter((work) => work.campaign === campaign);
      const isOpen = campaign.status === 'active' && !campaign.isClosing && campaign.closesAt > model.now;
      const isFree = works.filter(({ isWithdrawn }) => !isWithdrawn).length < campaign.places;
      const isNew = works.every((work) => work.marketer !== marketer);
      const { code, value } = await expectDone(
        isOpen && isFree && isNew,
        deeds.apply(marketer.id, campaign.id),
      );
      if (code === 'campaign/full') model.saw('nobody was hired beyond the last place');
      if (value)
        model.works.push({ campaign, marketer, applicationId: value.id, isWithdrawn: false, proofs: [] });
    };
  },
);

export const withdraw = define('withdraw', 1, { work: number }, ({ model, deeds }, { work: which }) => {
  const active = model.works.filter(({ campaign }) => campaign.status === 'active');
  const found = pick(active, which);
  if (!found) return undefined;
  return async () => {
    const isAllowed = found.isWithdrawn || found.proofs.length === 0;
    await expectDone(isAllowed, deeds.withdraw(found.marketer.id, found.applicationId));
    found.isWithdrawn ||= isAllowed;
  };
});

const isLive = ({ status }: Proof) => status !== 'rejected';

export const prove = define('prove', 10, { work: number }, ({ model, deeds }, { work: which }) => {
  const work = pick(model.works, which, ({ proofs }) => !proofs.some(isLive));
  if (!work) return undefined;
  return async () => {
    const { campaign, marketer, isWithdrawn, proofs, dispute } = work;
    const isTime = model.now >= campaign.startsAt && model.now <= campaign.proofDueAt;
    const isAwaited = !isWithdrawn && !dispute && proofs.length < 2 && !proofs.some(isLive);
    const isAllowed = isTime && isAwaited && campaign.status !== 'completed';
    const { value } = await expectDone(isAllowed, deeds.prove(marketer.id, campaign.id));
    if (value) proofs.push({ id: value.id, work, status: 'pending', submittedAt: model.now, decidedAt: 0 });
  };
});

const rareRefusals: Partial<Record<string, string>> = {
  'payment/disputed': 'a release was refused for a dispute',
  'payment/escrow-short': 'a release was refused since a dispute took its money',
  'proof/decided': 'the opposite of a decision was refused',
};

export const review = define(
  'review',
  11,
  { proof: number, status: of('approved', 'approved', 'rejected'), isStranger: rarely },
  (stage, { proof: which, status, isStranger }) => {
    const { model, deeds } = stage;
    const proof = pick(model.proofs, which, (one) => one.status === 'pending');
    if (!proof) return undefined;
    return async () => {
      const { work, status: before } = proof;
      const isNews = before === 'pending' && (status === 'rejected' || isPayable(model, work));
      const by = isStranger ? strangerTo(stage, work.campaign) : work.campaign.owner;
      const { code } = await expectDone(
        !isStranger && (isNews || before === status),
        deeds.decideProof(by, proof.id, status),
      );
      const refusal = rareRefusals[code];
      if (refusal) model.saw(refusal);
      if (code !== 'ok') return;
      if (before === status) model.saw(`${status} twice changed nothing`);
      else if (status === 'approved') approve(model, proof);
      else Object.assign(proof, { status, decidedAt: model.now });
    };
  },
);

export const dispute = define('dispute', 3, { proof: number }, ({ model, deeds }, { proof: which }) => {
  const proof = pick(model.proofs, which, (one) => one.status === 'rejected');
  if (!proof) return undefined;
  return async () => {
    const { work, status, decidedAt, id } = proof;
    const isLate = work.campaign.status === 'completed' || model.now - decidedAt >= 7 * DAY;
    const isAllowed = !work.dispute && status === 'rejected' && !work.proofs.some(isLive) && !isLate;
    const { value } = await expectDone(isAllowed, deeds.dispute(work.marketer.id, id));
    if (value) work.dispute = { id: value.id, proof, state: 'open' };
  };
});

export const judge = define(
  'judge',
  3,
  { dispute: number, status: of('upheld', 'upheld', 'rejected') },
  ({ model, deeds, admin }, { dispute: which, status }) => {
    const found = pick(model.disputes, which, ({ state }) => state === 'open');
    if (!found) return undefined;
    return async () => {
      const { id, proof, state } = found;
      const isNews = state === 'open' && (status === 'rejected' || isPayable(model, proof.work));
      await expectDone(isNews || state === status, deeds.decideDispute(admin, id, status));
      if (!isNews) return;
      found.state = status;
      if (status === 'rejected') return;
      approve(model, proof);
      model.saw('an upheld dispute was paid');
    };
  },
);

export const close = define(
  'close',
  3,
  { campaign: number, isStranger: rarely },
  (stage, { campaign: which, isStranger }) => {
    const { model, deeds } = stage;
    const campaign = pick(model.campaigns, which, ({ status }) => status === 'active');
    if (!campaign) return undefined;
    return async () => {
      const isAllowed = !isStranger && campaign.status !== 'draft';
      if (isAllowed && campaign.status === 'active' && !campaign.isClosing) {
        campaign.isClosing = true;
        settle(model, campaign);
      }
      const by = isStranger ? strangerTo(stage, campaign) : campaign.owner;
      await expectDone(isAllowed, deeds.close(by, campaign.id));
    };
  },
);

export const email = define(
  'email',
  4,
  {
    marketer: number,
    word: of('paid', 'paid', 'unclaimed', 'fail', 'blocked', 'onhold', 'refunded'),
    number: { any: fc.nat({ max: 3 }), usual: 0 },
  },
  ({ model, deeds }, { marketer: who, word, number: count }) => {
    const marketer = pick(model.marketers, who);
    if (!marketer) return undefined;
    return async () => {
      const { id, name, email: before } = marketer;
      const address = `${word}-${name}-${count}@wallet.example`;
      await expectDone(true, deeds.setWalletEmail(id, address));
      if (before === address) return;
      Object.assign(marketer, { email: address, emailUsableAt: before === null ? 0 : model.now + DAY });
      model.later(() => payWaiting(model, marketer));
    };
  },
);

export const verify = define(
  'verify',
  2,
  { marketer: number },
  ({ model, deeds, admin }, { marketer: who }) => {
    const marketer = pick(model.marketers, who);
    if (!marketer || marketer.isVerified) return undefined;
    return async () => {
      await deeds.verify(marketer.id, admin);
      marketer.isVerified = true;
      model.later(() => payWaiting(model, marketer));
    };
  },
);
