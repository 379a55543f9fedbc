/** The work and what is decided about it, by both sides and by administrators. */
import { expect } from 'vitest';
import { DAY } from '#kernel/time.ts';
import { command, pick, pickFitting, strangerTo } from './command.ts';
import type { Proof } from './facts.ts';
import { settle } from './giving-back.ts';
import { approve, payWaiting, whyNotPayable } from './paying-out.ts';
import type { Stage } from './stage.ts';
import { receiverWords } from './wallet-model.ts';

export const hire = (args: { marketer: number; campaign: number }) =>
  command('hire', args, ({ model, deeds }, { marketer: number, campaign: other }) => {
    const marketer = pick(model.marketers, number);
    const campaign = pickFitting(model.campaigns, other, ({ status }) => status === 'active');
    if (!marketer || !campaign) return null;
    return async () => {
      const { status, isClosing, closesAt, hired, places } = campaign;
      const has = model.works.some((one) => one.campaign === campaign && one.marketer === marketer);
      const expected =
        status === 'draft'
          ? 'campaign/not-found'
          : has
            ? 'application/exists'
            : status !== 'active' || isClosing || closesAt <= model.now
              ? 'campaign/not-active'
              : hired >= places
                ? 'campaign/full'
                : 'ok';
      const { code, value } = await deeds.apply(marketer.id, campaign.id);
      expect(code).toBe(expected);
      if (code === 'campaign/full') model.saw('nobody was hired beyond the last place');
      if (!value) return;
      campaign.hired += 1;
      model.works.push({ campaign, marketer, applicationId: value.id, status: 'approved', proofs: [] });
    };
  });

export const withdraw = (args: { work: number }) =>
  command('withdraw', args, ({ model, deeds }, { work: number }) => {
    const found = pick(
      model.works.filter(({ campaign }) => campaign.status === 'active'),
      number,
    );
    if (!found) return null;
    return async () => {
      const hasBegun = found.status === 'approved' && found.proofs.length > 0;
      const { code } = await deeds.withdraw(found.marketer.id, found.applicationId);
      expect(code).toBe(hasBegun ? 'application/session-begun' : 'ok');
      if (hasBegun || found.status === 'withdrawn') return;
      found.status = 'withdrawn';
      found.campaign.hired -= 1;
    };
  });

const isLive = ({ status }: Proof) => status !== 'rejected';

export const prove = (args: { work: number }) =>
  command('prove', args, ({ model, deeds }, { work: number }) => {
    const found = pickFitting(model.works, number, ({ proofs }) => !proofs.some(isLive));
    if (!found) return null;
    return async () => {
      const { campaign, marketer, status, proofs, dispute } = found;
      const isOver = campaign.status === 'completed' || model.now > campaign.proofDueAt;
      const expected =
        status !== 'approved'
          ? 'proof/not-approved'
          : model.now < campaign.startsAt
            ? 'proof/too-early'
            : isOver
              ? 'proof/too-late'
              : dispute
                ? 'proof/disputed'
                : proofs.filter((proof) => proof.status === 'rejected').length >= 2
                  ? 'proof/used-up'
                  : proofs.some(isLive)
                    ? 'proof/exists'
                    : 'ok';
      const { code, value } = await deeds.prove(marketer.id, campaign.id);
      expect(code).toBe(expected);
      if (!value) return;
      proofs.push({ id: value.id, work: found, status: 'pending', submittedAt: model.now, decidedAt: 0 });
    };
  });

export const review = (args: { proof: number; status: 'approved' | 'rejected'; isStranger: boolean }) =>
  command('review', args, (stage, { proof: number, status, isStranger }) => {
    const { model, deeds } = stage;
    const proof = pickFitting(model.proofs, number, (one) => one.status === 'pending');
    if (!proof) return null;
    return async () => {
      const { work: own } = proof;
      const { campaign } = own;
      const by = isStranger ? strangerTo(stage, campaign) : campaign.owner;
      const expected = isStranger ? 'proof/not-found' : whyNotDecided(stage, proof, status);
      expect((await deeds.decideProof(by, proof.id, status)).code).toBe(expected ?? 'ok');
      if (expected === 'payment/disputed') model.saw('a release was refused for a dispute');
      if (expected === 'payment/escrow-short')
        model.saw('a release was refused since a dispute took its money');
      if (expected !== null) return;
      if (proof.status === status) return model.saw(`${status} twice changed nothing`);
      if (status === 'approved') return approve(model, proof);
      proof.status = 'rejected';
      proof.decidedAt = model.now;
    };
  });

function whyNotDecided({ model }: Stage, proof: Proof, status: 'approved' | 'rejected'): string | null {
  if (proof.status === status) return null;
  if (proof.status !== 'pending') {
    model.saw('the opposite of a decision was refused');
    return 'proof/decided';
  }
  return status === 'approved' ? whyNotPayable(model, proof.work) : null;
}

export const dispute = (args: { proof: number }) =>
  command('dispute', args, ({ model, deeds }, { proof: number }) => {
    const proof = pickFitting(model.proofs, number, (one) => one.status === 'rejected');
    if (!proof) return null;
    return async () => {
      const { work: own } = proof;
      const isLate = own.campaign.status === 'completed' || model.now - proof.decidedAt >= 7 * DAY;
      const expected = own.dispute
        ? 'dispute/exists'
        : proof.status !== 'rejected'
          ? 'dispute/not-rejected'
          : own.proofs.some(isLive)
            ? 'dispute/superseded'
            : isLate
              ? 'dispute/too-late'
              : 'ok';
      const { code, value } = await deeds.dispute(own.marketer.id, proof.id);
      expect(code).toBe(expected);
      if (value) own.dispute = { id: value.id, proof, state: 'open' };
    };
  });

export const judge = (args: { dispute: number; status: 'upheld' | 'rejected' }) =>
  command('judge', args, ({ model, deeds, admin }, { dispute: number, status }) => {
    const found = pickFitting(model.disputes, number, ({ state }) => state === 'open');
    if (!found) return null;
    return async () => {
      const why =
        found.state === status
          ? null
          : found.state !== 'open'
            ? 'dispute/decided'
            : status === 'upheld'
              ? whyNotPayable(model, found.proof.work)
              : null;
      expect((await deeds.decideDispute(admin, found.id, status)).code).toBe(why ?? 'ok');
      if (why !== null || found.state === status) return;
      found.state = status;
      if (status === 'rejected') return;
      approve(model, found.proof);
      model.saw('an upheld dispute was paid');
    };
  });

export const close = (args: { campaign: number; isStranger: boolean }) =>
  command('close', args, (stage, { campaign: number, isStranger }) => {
    const { model, deeds } = stage;
    const campaign = pickFitting(model.campaigns, number, ({ status }) => status === 'active');
    if (!campaign) return null;
    return async () => {
      const by = isStranger ? strangerTo(stage, campaign) : campaign.owner;
      const isClosable = campaign.status === 'active' && !campaign.isClosing;
      const expected = isStranger
        ? 'campaign/not-found'
        : campaign.status === 'draft'
          ? 'campaign/not-active'
          : 'ok';
      if (expected === 'ok' && isClosable) {
        campaign.isClosing = true;
        expect(settle(model, campaign)).toBe('ok');
      }
      expect((await deeds.close(by, campaign.id)).code).toBe(expected);
    };
  });

export const email = (args: { marketer: number; word: number; number: number }) =>
  command('email', args, ({ model, deeds }, { marketer: who, word, number }) => {
    const marketer = pick(model.marketers, who);
    if (!marketer) return null;
    return async () => {
      const address = `${pick(receiverWords, word)}-${marketer.name.toLowerCase()}-${number}@wallet.example`;
      expect((await deeds.setWalletEmail(marketer.id, address)).code).toBe('ok');
      if (marketer.email === address) return;
      marketer.isFirstEmail = marketer.email === null;
      marketer.email = address;
      marketer.emailSetAt = model.now;
      model.later(() => payWaiting(model, marketer));
    };
  });

export const verify = (args: { marketer: number }) =>
  command('verify', args, ({ model, deeds, admin }, { marketer: number }) => {
    const marketer = pick(model.marketers, number);
    if (!marketer || marketer.isVerified) return null;
    return async () => {
      await deeds.verify(marketer.id, admin);
      marketer.isVerified = true;
      model.later(() => payWaiting(model, marketer));
    };
  });
