import { acceptProposal, answerDispute, decideDispute, openDispute } from '#disputes/contract.ts';
import { decideProof } from '#proofs/contract.ts';
import type { Client } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { handToAdmins } from '#tests/support/people/dispute.ts';
import type { Stage } from './stage.ts';
import { story } from './story.ts';
import { inEscrow, paid, worked, type WorkWorld } from './worlds.ts';

async function disputed(
  stage: Stage,
  { by, ...world }: WorkWorld & { by: 'marketer' | 'advertiser' },
): Promise<WorkWorld & { disputeId: string; respondent: Client }> {
  const params = { id: world.proofId };
  const status = by === 'marketer' ? 'rejected' : 'approved';
  await succeed(stage.advertiser.call(decideProof, { params, body: { status } }));
  const opener = by === 'marketer' ? world.marketer : stage.advertiser;
  const respondent = by === 'marketer' ? stage.advertiser : world.marketer;
  const opened = await succeed(opener.call(openDispute, { params, body: { reason: 'It is wrong' } }));
  return { ...world, disputeId: opened.id, respondent };
}

async function decide(stage: Stage, disputeId: string) {
  const body = { status: 'upheld', note: 'It is so' } as const;
  return (await stage.signInAdmin()).call(decideDispute, { params: { id: disputeId }, body });
}

/** Disputes about proofs, from both sides. */
export const disputeStories = [
  story('an administrator upholds a dispute about a rejection', {
    prepare: async (stage) => {
      const world = await disputed(stage, { ...(await worked(stage)), by: 'marketer' });
      await handToAdmins(world.respondent, world.disputeId);
      return world;
    },
    act: (stage, { disputeId }) => decide(stage, disputeId),
    repeatAfter: /./,
    end: paid,
    kills: {
      'PUT /api/disputes/{id}: commit': 'invariants 8 and 30: the release is undone with the decision',
      'PUT /api/disputes/{id}: answer': '',
    },
    worstKill: 'PUT /api/disputes/{id}: commit',
  }),
  story('a marketer accepts a part of the pay', {
    prepare: async (stage) => {
      const world = await disputed(stage, { ...(await worked(stage)), by: 'marketer' });
      const body = { text: 'Only half is there', award: '40.00' };
      await succeed(world.respondent.call(answerDispute, { params: { id: world.disputeId }, body }));
      return world;
    },
    act: (_stage, { marketer, disputeId }) =>
      marketer.call(acceptProposal, { params: { id: disputeId }, body: { award: '40.00' } }),
    repeatAfter: /./,
    end: {
      ...inEscrow,
      ledger: ['funded 200.00 30.00', 'released -40.00 -6.00'],
      payments: ['completed arrived 40.00'],
      payouts: ['SUCCESS 40.00'],
    },
    kills: {
      'POST /api/disputes/{id}/acceptance: commit': 'invariant 37: the part is paid once, with the agreement',
      'POST /api/disputes/{id}/acceptance: answer': '',
    },
    worstKill: 'POST /api/disputes/{id}/acceptance: commit',
  }),
  story('an administrator upholds a dispute about an approval', {
    prepare: async (stage) => {
      const world = await disputed(stage, {
        ...(await worked(stage, { isVerified: false })),
        by: 'advertiser',
      });
      await handToAdmins(world.respondent, world.disputeId);
      return world;
    },
    act: (stage, { disputeId }) => decide(stage, disputeId),
    repeatAfter: /./,
    end: {
      ...inEscrow,
      ledger: ['funded 200.00 30.00', 'released -100.00 -15.00', 'taken-back 100.00 15.00'],
      payments: ['cancelled null 0.00'],
    },
    kills: {
      'PUT /api/disputes/{id}: commit': 'invariant 37: the pay returns to the campaign once',
      'PUT /api/disputes/{id}: answer': '',
    },
    worstKill: 'PUT /api/disputes/{id}: commit',
  }),
];
