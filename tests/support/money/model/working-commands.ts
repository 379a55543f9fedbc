/** The work and the decisions on it, by both sides and by administrators. */
import fc from 'fast-check';
import { DAY, HOUR } from '#kernel/time.ts';
import { define, expectDone, number, of, pick, rarely, strangerTo } from './command.ts';
import type { Campaign, Proof } from './facts.ts';
import { refundDue } from './giving-back.ts';
import type { Model } from './model.ts';
import { approve, payWaiting } from './paying-out.ts';

// The model takes places and proofs from the product, because they move no money. Other tests cover
// them.

const isActive = ({ status }: Campaign) => status === 'active';

export const hire = define('hire', 7, { marketer: number })(
  ({ model }, choose) => choose(model.campaigns, isActive),
  async ({ model, actions }, campaign, { marketer: who }) => {
    const marketer = pick(model.marketers, who);
    if (!marketer) return;
    const { code, value } = await actions.apply(marketer.id, campaign.id);
    if (code === 'campaign/disputed') model.saw('a disputed campaign took no new marketer');
    if (code === 'campaign/full') model.saw('no marketer was hired beyond the last place');
    if (value)
      model.works.push({ campaign, marketer, applicationId: value.id, isWithdrawn: false, proofs: [] });
  },
);

export const withdraw = define('withdraw', 1)(
  ({ model }, choose) => choose(model.works.filter(({ campaign }) => isActive(campaign))),
  async ({ actions }, work) => {
    const { code } = await actions.withdraw(work.marketer.id, work.applicationId);
    work.isWithdrawn ||= code === 'ok';
  },
);

export const prove = define('prove', 10)(
  ({ model }, choose) => choose(model.works, ({ proofs }) => proofs.every(isRejected)),
  async ({ model, actions }, work) => {
    const { value } = await actions.prove(work.marketer.id, work.campaign.id);
    if (!value) return;
    const reviewDueAt = model.now + 72 * HOUR;
    const submittedAt = model.now;
    work.proofs.push({ id: value.id, work, status: 'pending', submittedAt, reviewDueAt, decidedAt: 0 });
  },
);

const isRejected = ({ status }: Proof) => status === 'rejected';

/** Repeating the request changes nothing. */
export const askAgain = define('askAgain', 2)(
  ({ model }, choose) => choose(model.proofs, ({ status, asked }) => status === 'pending' && !asked),
  async ({ model, actions }, proof) => {
    const { id, work, status, asked, reviewDueAt } = proof;
    const isNews = asked === undefined;
    const isAllowed = !isNews || (status === 'pending' && model.now < reviewDueAt);
    await expectDone(isAllowed, actions.askAgain(work.campaign.owner, id));
    if (!isAllowed || !isNews) return;
    const dueAt = model.now + 72 * HOUR;
    Object.assign(proof, { asked: { dueAt }, reviewDueAt: dueAt + 72 * HOUR });
  },
);

export const sendAgain = define('sendAgain', 2)(
  ({ model }, choose) => choose(model.proofs, (proof) => isAskedAgain(model, proof)),
  async ({ model, actions }, proof) => {
    const isAllowed = isAskedAgain(model, proof);
    await expectDone(isAllowed, actions.sendAgain(proof.work.marketer.id, proof.id));
    if (!isAllowed || !proof.asked) return;
    proof.asked.amendedAt = model.now;
    proof.reviewDueAt = model.now + 72 * HOUR;
    model.saw('a proof was sent again');
  },
);

const isAskedAgain = (model: Model, { status, asked }: Proof) =>
  status === 'pending' && asked !== undefined && asked.amendedAt === undefined && model.now < asked.dueAt;

export const review = define('review', 11, {
  status: of('approved', 'approved', 'rejected'),
  isStranger: rarely,
})(
  ({ model }, choose) => choose(model.proofs, ({ status }) => status === 'pending'),
  async (stage, proof, { status, isStranger }) => {
    const { model, actions } = stage;
    const { id, work, status: before } = proof;
    const isNews = before === 'pending';
    const isWaiting = isNews && status === 'rejected' && isAskedAgain(model, proof);
    const isAllowed = !isStranger && !isWaiting && (isNews || before === status);
    if (isWaiting) model.saw('no proof was rejected while it could be sent again');
    const by = isStranger ? strangerTo(stage, work.campaign) : work.campaign.owner;
    const { code } = await expectDone(isAllowed, actions.decideProof(by, id, status));
    if (code === 'proof/decided') model.saw('the opposite of a decision was refused');
    if (!isAllowed) return;
    if (before === status) model.saw(`${status} twice changed nothing`);
    else if (status === 'approved') approve(model, proof);
    else Object.assign(proof, { status, decidedAt: model.now });
  },
);

export const close = define('close', 3, { isStranger: rarely })(
  ({ model }, choose) => choose(model.campaigns, isActive),
  async (stage, campaign, { isStranger }) => {
    const isAllowed = !isStranger && campaign.status !== 'draft';
    if (isAllowed && isActive(campaign) && !campaign.isClosing) {
      campaign.isClosing = true;
      refundDue(stage.model, campaign);
    }
    const by = isStranger ? strangerTo(stage, campaign) : campaign.owner;
    await expectDone(isAllowed, stage.actions.close(by, campaign.id));
  },
);

const addresses = {
  word: of('paid', 'paid', 'unclaimed', 'fail', 'blocked', 'onhold', 'refunded'),
  number: { any: fc.nat({ max: 3 }), usual: 0 },
};

export const email = define(
  'email',
  4,
  addresses,
)(
  ({ model }, choose) => choose(model.marketers),
  async ({ model, actions }, marketer, { word, number: count }) => {
    const { id, name, email: before } = marketer;
    const address = `${word}-${name}-${count}@wallet.example`;
    await expectDone(true, actions.setWalletEmail(id, address));
    if (before === address) return;
    Object.assign(marketer, { email: address, emailUsableAt: before === null ? 0 : model.now + DAY });
    model.later(() => payWaiting(model, marketer));
  },
);

export const verify = define('verify', 2)(
  ({ model }, choose) => [choose(model.marketers)].find((one) => one && !one.isVerified),
  async ({ model, actions, admin }, marketer) => {
    await actions.verify(marketer.id, admin);
    marketer.isVerified = true;
    model.later(() => payWaiting(model, marketer));
  },
);
