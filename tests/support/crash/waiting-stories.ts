import { reactivateUser, suspendUser } from '#admin/contract.ts';
import { decideDispute, openDispute } from '#disputes/contract.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { setWalletEmail } from '#profiles/contract.ts';
import { decideProof } from '#proofs/contract.ts';
import { paymentsOf } from './money-view.ts';
import { approve, lookAtWork, maya, paidOnce, untilAttempt } from './payout-stories.ts';
import {
  approveKyc,
  callAboutUser,
  newMarketer,
  payableMarketer,
  workedWorld,
  type WorkWorld,
} from './people.ts';
import { settled, type Stage } from './stage.ts';
import { story } from './stories.ts';

/**
 * Money that waits for a person, a document or time. Days go by on the server's clock and not on the wallet's, whose notices
 * are believed no longer in the end: what is due is found by looking.
 */

let count = 0;

/** Somebody new: what a story changes about a person stays. */
function nextName(name: string): string {
  count += 1;
  return `${name}-${count}`;
}

async function disputed(stage: Stage): Promise<WorkWorld & { disputeId: string }> {
  await stage.wallet.holdWebhooks(false);
  const world = await workedWorld(stage, await maya(stage));
  const params = { id: world.proofId };
  await stage.advertiser.call(decideProof, { params, body: { status: 'rejected' } });
  const opened = await world.marketer.call(openDispute, { params, body: { reason: 'The post is there' } });
  return { ...world, disputeId: opened.body.id };
}

async function uphold(stage: Stage, { disputeId }: { disputeId: string }) {
  const body = { status: 'upheld', note: 'It is there' } as const;
  return (await stage.asAdmin()).call(decideDispute, { params: { id: disputeId }, body });
}

/** Approved, and held back: nobody has looked at the marketer's documents, without which there is no tax ID either. */
async function unverified(stage: Stage): Promise<WorkWorld> {
  const name = nextName('tess');
  const world = await workedWorld(stage, await newMarketer(stage, name, `${name}@wallet.test`));
  await approve(stage, world);
  await settled(stage, async () => (await paymentsOf(stage, world)).payments, ['pending 100.00 kyc tax-id']);
  return world;
}

/** Approved while the marketer is suspended: it is not even queued. */
async function suspended(stage: Stage): Promise<WorkWorld> {
  const name = nextName('vera');
  const world = await workedWorld(stage, await payableMarketer(stage, name, `${name}@wallet.test`));
  await callAboutUser(stage, suspendUser, world.marketer);
  await approve(stage, world);
  return world;
}

/** Who was suspended was signed out as well, and signs in to look. */
async function letInAgain(stage: Stage, { marketer }: WorkWorld) {
  await callAboutUser(stage, reactivateUser, marketer);
  await marketer.signIn(marketer.email, 'marketer');
}

/** Sent to an address that nobody has an account with; the marketer has just signed in. */
async function unclaimed(stage: Stage): Promise<WorkWorld & { newEmail: string }> {
  const name = nextName('uma');
  const world = await workedWorld(stage, await payableMarketer(stage, name, `unclaimed-${name}@wallet.test`));
  await approve(stage, world);
  await untilAttempt(stage, world, 'unclaimed');
  await world.marketer.signIn(world.marketer.email, 'marketer');
  return { ...world, newEmail: `${name}@wallet.test` };
}

function changeEmail(
  _stage: Stage,
  { marketer, newEmail }: { marketer: WorkWorld['marketer']; newEmail: string },
) {
  return marketer.call(setWalletEmail, { body: { paypalEmail: newEmail } });
}

/** The new address is known, and the wallet has given back what was sent to the old one. */
async function changed(stage: Stage) {
  const world = await unclaimed(stage);
  await changeEmail(stage, world);
  await settled(stage, async () => (await paymentsOf(stage, world)).payments, [
    'failed 100.00 wallet-email-recent',
  ]);
  return world;
}

const paidAgain = { ...paidOnce, payouts: ['RETURNED 100.00', 'SUCCESS 100.00'], batches: 2 };
const deciding = 'PUT /api/disputes/{id}';

export const waitingStories = [
  story({
    name: 'an administrator upholds a dispute about a proof',
    prepare: disputed,
    act: uphold,
    repeat: uphold,
    look: lookAtWork,
    end: paidOnce,
    kills: {
      [`${deciding}: commit`]: 'invariants 8 and 30: the release is undone with the decision',
      [`${deciding}: answer`]: '',
    },
    worstKill: `${deciding}: commit`,
  }),
  story({
    name: 'an administrator has seen a marketer’s documents',
    prepare: unverified,
    act: async (stage, { marketer }) => approveKyc(stage, marketer),
    look: lookAtWork,
    end: paidOnce,
    kills: { 'event kyc.decided: commit': 'what was held for a tax ID is released with the rest' },
    worstKill: 'event kyc.decided: commit',
  }),
  story({
    name: 'an administrator lets a suspended marketer in again',
    prepare: suspended,
    act: letInAgain,
    repeat: letInAgain,
    look: lookAtWork,
    end: paidOnce,
    kills: { 'event account.reactivated: commit': 'what the suspension held goes out once' },
  }),
  story({
    name: 'a marketer whose payment nobody can claim changes the address',
    prepare: unclaimed,
    act: changeEmail,
    look: lookAtWork,
    end: paidAgain,
    stepMs: 5 * HOUR,
    kills: { 'event profile.wallet-email-set: commit': '' },
  }),
  story({
    name: 'a changed address is a day old',
    prepare: changed,
    act: (stage) => stage.advance(24 * HOUR + MINUTE),
    look: lookAtWork,
    end: paidAgain,
    isBegunByClock: true,
    kills: { 'sweep payments/waiting: commit': '' },
  }),
  story({
    name: 'silence approves a proof',
    prepare: async (stage) => workedWorld(stage, await maya(stage)),
    act: (stage) => stage.advance(72 * HOUR + MINUTE),
    look: lookAtWork,
    end: paidOnce,
    isBegunByClock: true,
    kills: { 'sweep approve due proofs: commit': 'invariants 8 and 30: between UPDATE and COMMIT' },
    worstKill: 'sweep approve due proofs: commit',
  }),
];
