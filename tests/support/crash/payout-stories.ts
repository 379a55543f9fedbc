import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR } from '#kernel/time.ts';
import { retryPayout } from '#payments/admin-contract.ts';
import { decideProof } from '#proofs/contract.ts';
import { type MoneyView, moneyOf, paymentsOf } from './money-view.ts';
import { payableMarketer, workedWorld, type WorkWorld } from './people.ts';
import type { RemoteClient } from './remote-client.ts';
import { settled, type Stage } from './stage.ts';
import { story } from './stories.ts';

const people = new Map<string, Promise<RemoteClient>>();

function once(name: string, make: () => Promise<RemoteClient>): Promise<RemoteClient> {
  const known = people.get(name) ?? make();
  people.set(name, known);
  return known;
}

/** Whom the wallet pays at once. */
export const maya = (stage: Stage) => once('maya', () => payableMarketer(stage, 'maya', 'maya@wallet.test'));
/** Whose payouts the wallet holds until it is told what becomes of them. */
const otto = (stage: Stage) => once('otto', () => payableMarketer(stage, 'otto', 'onhold-otto@wallet.test'));

export function approve(stage: Stage, { proofId }: WorkWorld) {
  return stage.advertiser.call(decideProof, { params: { id: proofId }, body: { status: 'approved' } });
}

export async function lookAtWork(stage: Stage, world: WorkWorld) {
  return { ...(await moneyOf(stage, world)), ...(await paymentsOf(stage, world)) };
}

const released: MoneyView = {
  campaign: 'active',
  ledger: ['funded 200.00 30.00', 'released -100.00 -15.00'],
  captures: ['COMPLETED 230.00'],
  refunds: [],
};
export const paidOnce = {
  ...released,
  payments: ['completed 100.00'],
  attempts: ['arrived'],
  payouts: ['SUCCESS 100.00'],
  batches: 1,
};

async function worked(stage: Stage): Promise<WorkWorld> {
  await stage.wallet.holdWebhooks(false);
  return workedWorld(stage, await maya(stage));
}

async function workedUntold(stage: Stage): Promise<WorkWorld> {
  await stage.wallet.holdWebhooks(true);
  return workedWorld(stage, await maya(stage));
}

async function paid(stage: Stage): Promise<WorkWorld & { itemId: string }> {
  const world = await worked(stage);
  await approve(stage, world);
  await settled(stage, () => lookAtWork(stage, world), paidOnce);
  return { ...world, itemId: await itemOf(stage, world, 'SUCCESS') };
}

/** The payout's id at the wallet, once it has come to this. */
async function itemOf(stage: Stage, { payouts: { from } }: WorkWorld, status: string): Promise<string> {
  for (;;) {
    const item = (await stage.wallet.books()).payouts[from];
    if (item?.id && item.status === status) return item.id;
    await sleep(50);
  }
}

/** The wallet holds the payout, and tells nothing; only the sweep still looks. */
async function held(stage: Stage): Promise<WorkWorld & { itemId: string }> {
  await stage.wallet.holdWebhooks(true);
  const world = await workedWorld(stage, await otto(stage));
  stage.server.passed.length = 0;
  await approve(stage, world);
  const itemId = await itemOf(stage, world, 'ONHOLD');
  await untilAttempt(stage, world, 'onHold');
  const looks = () => stage.server.passed.filter((label) => label === `${looking}: commit 2`).length;
  await settled(stage, async () => looks() >= LOOKS_AFTER_SENDING, true);
  return { ...world, itemId };
}

const LOOKS_AFTER_SENDING = 3;

export async function untilAttempt(stage: Stage, world: WorkWorld, attempt: string): Promise<void> {
  await settled(stage, async () => (await paymentsOf(stage, world)).attempts, [attempt]);
}

/** Nobody has an account with the address, and we know. */
async function unclaimed(stage: Stage): Promise<WorkWorld & { payoutId: string }> {
  const world = await held(stage);
  await settle(stage, world, 'UNCLAIMED');
  await untilAttempt(stage, world, 'unclaimed');
  const { payouts } = await stage.wallet.books();
  return { ...world, payoutId: payouts[world.payouts.from]?.['senderItemId'] ?? '' };
}

const settle = (stage: Stage, { itemId }: { itemId: string }, status: string) =>
  stage.wallet.control('POST', `/payouts/${itemId}`, { status });

async function takeBack(stage: Stage, { payoutId }: { payoutId: string }) {
  const reason = 'Nobody claims it';
  return (await stage.asAdmin()).call(retryPayout, { params: { id: payoutId }, body: { reason } });
}

const approving = 'PUT /api/proofs/{id}';
const sending = 'effect payment.send-payout';
const looking = 'effect payment.look-at-payout';
const webhook = 'effect payment.look-into-webhook';
const retrying = 'POST /api/admin/payouts/{id}/retry';
const cancelling = 'effect payment.cancel-payout';

export const payoutStories = [
  story({
    name: 'an advertiser approves a proof, and it is paid',
    prepare: worked,
    act: approve,
    // Where the page has shown no answer they press the button again; else they have gone home.
    repeat: async (stage, world, label) => (label.startsWith(approving) ? approve(stage, world) : undefined),
    look: lookAtWork,
    end: paidOnce,
    kills: {
      [`${approving}: commit`]: 'invariants 8 and 30: the release is undone with the approval',
      [`${approving}: answer`]: 'invariants 8, 15 and 30: between release and payout',
      'event payment.payout-queued: commit': 'invariants 15 and 30: between release and payout',
      [`${sending}: call createPayout`]: 'invariants 15 and 30: said to be sent, and not sent',
      [`${sending}: commit`]: 'invariants 15 and 30: sent, and the answer not written down',
    },
    worstKill: `${sending}: commit`,
  }),
  story({
    name: 'the same, and the wallet tells nothing of it',
    prepare: workedUntold,
    act: approve,
    look: lookAtWork,
    end: paidOnce,
    isBegunByClock: true,
    kills: {
      [`${looking}: commit`]: 'arrived, and that not written down',
      [`${looking}: commit 2`]: '',
    },
  }),
  story({
    name: 'the wallet tells that a payout has arrived',
    prepare: held,
    act: async (stage, world) => {
      await settle(stage, world, 'SUCCESS');
      await stage.wallet.holdWebhooks(false);
    },
    look: lookAtWork,
    end: paidOnce,
    kills: { [`${webhook}: commit`]: '' },
  }),
  story({
    name: 'the sweep finds that a payout has arrived',
    prepare: held,
    act: (stage, world) => settle(stage, world, 'SUCCESS'),
    look: lookAtWork,
    end: paidOnce,
    stepMs: HOUR,
    isBegunByClock: true,
    kills: { 'sweep payments/payouts: commit': '' },
  }),
  story({
    name: 'the wallet takes a payout back that had arrived',
    prepare: paid,
    act: (stage, world) => settle(stage, world, 'REFUNDED'),
    look: lookAtWork,
    end: { ...paidOnce, payments: ['failed 100.00'], attempts: ['takenBack'], payouts: ['REFUNDED 100.00'] },
    kills: { [`${webhook}: commit`]: '' },
  }),
  story({
    name: 'an administrator takes a payout back that nobody has claimed',
    prepare: unclaimed,
    act: takeBack,
    repeat: async (stage, world, label) =>
      label === `${retrying}: commit` ? takeBack(stage, world) : undefined,
    look: lookAtWork,
    end: { ...paidOnce, payments: ['failed 100.00'], attempts: ['returned'], payouts: ['RETURNED 100.00'] },
    kills: {
      [`${retrying}: commit`]: '',
      [`${retrying}: answer`]: '',
      [`${cancelling}: call cancelPayoutItem`]: '',
      [`${cancelling}: commit`]: 'the wallet has it back, and that is not written down',
      [`${cancelling}: commit 2`]: '',
    },
  }),
];
