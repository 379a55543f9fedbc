/**
 * Short courses that chance would rarely find, and courses in which anything may come before and after them.
 */
import fc from 'fast-check';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { isDeep } from '#tests/support/depth.ts';
import { type Command, commands, ifAny, NEWEST } from './command.ts';
import { capture, decide, draft, fund, order } from './paying-commands.ts';
import { tip } from './tipping-commands.ts';
import * as wallet from './wallet-commands.ts';
import { decideObjection, dispute, disputeApproval } from './disputing-commands.ts';
import {
  askAgain,
  close,
  email,
  hire,
  prove,
  review,
  sendAgain,
  verify,
  withdraw,
} from './working-commands.ts';

const { advance, chargeback, endChargeback, letSweep, letWork, refundsBecome } = wallet;

const approvedOrder = (owner: number, dollars: number, action: 'approve' | 'slow' = 'approve') => [
  draft({ which: owner, dollars }),
  order(),
  decide({ action }),
];
/** An advertiser who owes funds nothing, so what is owed from earlier scenes is paid first. */
const debtsRepaid = (): Command[] => {
  const repaying = () => [wallet.repay({ which: 1 }), wallet.repayDebt({ which: 1 })];
  return [...repaying(), letWork(), ifAny(repaying(), [letWork()]), ifAny(repaying(), [letWork()])];
};
/** A started campaign with one marketer. */
const begunCampaign = (who: number, dollars: number) => [
  ...debtsRepaid(),
  ...approvedOrder(who, dollars),
  capture(),
  fund(),
  hire({ marketer: who }),
  advance({ by: 4 * HOUR }),
];

/** Two funded campaigns with users in them. */
export const beginning = (): Command[] => [
  draft({ which: 0, dollars: 251, places: 3, hours: 1 }),
  order(),
  draft({ which: 1, dollars: 333, hours: 1 }),
  order(),
  decide({ which: NEWEST - 1 }),
  decide(),
  capture(),
  letWork(),
  hire({ marketer: 0, which: NEWEST - 1 }),
  hire({ marketer: 1, which: NEWEST - 1 }),
  hire({ marketer: 0 }),
  hire({ marketer: 2 }),
  email({ which: 0 }),
  verify({ which: 0 }),
  email({ which: 2, word: 'unclaimed' }),
  verify({ which: 2 }),
  email({ which: 1 }),
  advance({ by: HOUR }),
  prove({ which: 1 }),
  prove({ which: 3 }),
  review({ which: 1 }),
  letWork(),
];

/** A payment was made, and a refund is decided during a dispute about the rest. */
const refundDuringDispute = (
  who: number,
  status: 'FAILED' | 'CANCELLED' | 'COMPLETED',
  outcome: 'won' | 'lost',
  percent: 100 | 20,
) => [
  ...begunCampaign(who, 130),
  prove(),
  review(),
  refundsBecome({ status: 'PENDING' }),
  close(),
  letWork(),
  chargeback({ percent }),
  letWork(),
  wallet.decideRefund({ status }),
  letSweep(),
  endChargeback({ outcome }),
  letWork(),
  wallet.retryRefund(),
  refundsBecome({ status: 'COMPLETED' }),
];

/** A refund that the wallet has not decided fails after its payer has won a dispute over the rest. */
const refundAfterLoss = (who: number) => [
  ...begunCampaign(who, 125),
  prove(),
  review(),
  refundsBecome({ status: 'PENDING' }),
  close(),
  letWork(),
  chargeback({ percent: 100 }),
  endChargeback({ outcome: 'lost' }),
  letWork(),
  wallet.decideRefund({ status: 'FAILED' }),
  letSweep(),
  refundsBecome({ status: 'COMPLETED' }),
];

/** A payment that must fund only its own campaign. */
const forgedFunds = (who: number) => [
  ...debtsRepaid(),
  ...approvedOrder(who + 1, 100),
  capture(),
  ...approvedOrder(who, 100),
  capture(),
  fund({ other: NEWEST - 1, forged: 'campaign' }),
  fund({ other: NEWEST - 1, forged: 'capture' }),
  fund({ forged: 'made-up' }),
  fund({ forged: 'stranger' }),
  fund(),
  fund(),
];

/** A payment is disputed before it has funded anything. */
const disputeBeforeFunding = (who: number, percent: 100 | 20, outcome: 'won' | 'lost') => [
  ...approvedOrder(who, 150, 'slow'),
  capture(),
  wallet.decideCapture(),
  chargeback({ percent }),
  letWork(),
  fund(),
  endChargeback({ outcome }),
  letWork(),
  letSweep(),
];

/** A slow payment, while another is tried. */
const slowPayment = (who: number, status: 'COMPLETED' | 'DECLINED') => [
  draft({ which: who, dollars: 120 }),
  order(),
  order(),
  // The second order opens once the first is too old to be returned again.
  advance({ by: HOUR }),
  order(),
  decide({ which: NEWEST - 1, action: 'slow' }),
  decide(),
  capture({ which: NEWEST - 1 }),
  capture(),
  order(),
  letWork(),
  wallet.decideCapture({ status }),
  letWork(),
  wallet.deliverAgain(),
];

/** A refund is sent during a dispute that the platform does not know yet. */
const refundMeetsDispute = (
  who: number,
  outcome: 'won' | 'lost' | 'cancelled',
  percent: 100 | 20,
  between: Command[] = [],
) => [
  ...begunCampaign(who, 110),
  ...between,
  chargeback({ percent }),
  close(),
  letWork(),
  wallet.retryRefund(),
  endChargeback({ outcome }),
  letSweep(),
  advance({ by: DAY + HOUR }),
  letSweep(),
];

/** Work is approved and paid, and its payment is disputed before or after. */
const disputeAroundWork = (who: number, outcome: 'won' | 'lost', percent: 100 | 60) => [
  ...begunCampaign(who, 160),
  hire({ marketer: who + 1 }),
  prove(),
  review(),
  prove({ which: NEWEST - 1 }),
  chargeback({ percent }),
  letWork(),
  review({ which: NEWEST - 1 }),
  endChargeback({ outcome }),
  letWork(),
  review({ which: NEWEST - 1 }),
];

/** One place, a stranger who captures its payment, and a delivery that is too old. */
const lastPlace = (who: number) => [
  ...debtsRepaid(),
  draft({ which: who, dollars: 105, places: 1 }),
  order(),
  decide(),
  capture({ isStranger: true }),
  capture(),
  capture({ which: NEWEST }),
  fund(),
  hire({ marketer: 0 }),
  hire({ marketer: 1 }),
  advance({ by: 31 * DAY }),
  wallet.deliverAgain(),
];

/** Work is approved during or after a dispute, and its shortfall ends in each of its ways. */
const shortWork = (who: number, outcome: 'won' | 'lost', between: Command[], after: Command[]) => [
  ...begunCampaign(who, 150),
  hire({ marketer: who + 1 }),
  prove({ which: NEWEST - 1 }),
  chargeback({ percent: 100 }),
  letWork(),
  hire({ marketer: who + 2 }),
  review({ which: NEWEST }),
  draft({ which: who }),
  order(),
  ...between,
  endChargeback({ outcome }),
  letWork(),
  ...after,
  letSweep(),
];

/** Work whose advertiser does not pay it again within 60 days. */
export const givenUpWork = (who: number) => [
  ...shortWork(who, 'lost', [], []),
  advance({ by: 31 * DAY }),
  advance({ by: 31 * DAY }),
  letSweep(),
];

/** A marketer earns more than the limit without a tax ID, then submits one. */
const taxHold = (who: number) => [
  ...begunCampaign(who, 320),
  prove(),
  review(),
  email({ which: who, number: 1 }),
  verify({ which: who }),
  letWork(),
];

/** A marketer's work is approved, and the marketer can be paid. */
const paidWork = (who: number, dollars: number, address: number) => [
  ...begunCampaign(who, dollars),
  verify({ which: who }),
  email({ which: who, number: address }),
  advance({ by: DAY + HOUR }),
  letWork(),
  prove(),
  review(),
];

/** A tip whose payer disputes it at the wallet. */
const tippedWork = (who: number) => [
  ...paidWork(who, 150, 6),
  tip({ cents: 0 }),
  letWork(),
  chargeback(),
  letWork(),
];

/** A payout stays unclaimed, and its marketer changes the wallet email. */
const leftBehind = (who: number) => [
  ...paidWork(who, 140, 2),
  letWork(),
  wallet.settlePayout({ status: 'ONHOLD' }),
  letWork(),
  wallet.settlePayout({ status: 'UNCLAIMED' }),
  letWork(),
  email({ which: who, number: 3 }),
  letWork(),
  advance({ by: DAY + HOUR }),
  letSweep(),
  wallet.retryPayout(),
  advance({ by: MINUTE }),
  letWork(),
];

/** A payout comes back, before or after the platform knows that it arrived, and is retried. */
const comesBack = (
  who: number,
  status: 'FAILED' | 'BLOCKED' | 'RETURNED' | 'REFUNDED',
  between: Command[] = [],
) => [
  ...paidWork(who, 170, 4),
  letWork(),
  ...between,
  wallet.settlePayout({ status }),
  letWork(),
  wallet.retryPayout(),
  letWork(),
];

/** A returned payout is retried, and then the wallet pays the first attempt too. Its end follows in `after`. */
const paidTwice = (who: number, after: Command[]) => [
  ...comesBack(who, 'RETURNED', [letWork()]),
  wallet.settlePayout({ status: 'SUCCESS' }),
  letWork(),
  wallet.payLate(),
  wallet.resolvePayout(),
  ...after,
  letWork(),
];

/** A payout that came back is paid late, and comes back again before an administrator has looked. */
const comesBackAgain = (who: number) => [
  ...comesBack(who, 'REFUNDED', [advance({ by: MINUTE }), letWork()]).slice(0, -2),
  wallet.payLate(),
  letWork(),
  wallet.settlePayout({ status: 'REFUNDED' }),
  letWork(),
  wallet.resolvePayout(),
  wallet.retryPayout(),
  letWork(),
];

/** Work is approved while the worker is down, and the wallet email changes before it is back a day later. */
const movesWhileQueued = (who: number) => [
  ...paidWork(who, 190, 5),
  disputeApproval(),
  decideObjection({ status: 'agreed' }),
  email({ which: who, number: 6 }),
  advance({ by: DAY + HOUR }),
  letWork(),
];

/** A rejection is disputed and decided in a closing campaign, after the payer's own dispute has ended. */
const disputedRejection = (who: number, status: 'upheld' | 'split') => [
  ...begunCampaign(who, 180),
  prove(),
  askAgain(),
  sendAgain(),
  review({ status: 'rejected' }),
  review({ status: 'rejected' }),
  review({ which: NEWEST, status: 'approved' }),
  chargeback({ percent: 1 }),
  endChargeback({ outcome: 'won' }),
  letWork(),
  dispute(),
  close(),
  decideObjection({ status }),
  letSweep(),
];

/** Silence approves a proof that was not sent again, and an administrator disputes that for the advertiser. */
const disputedSilence = (who: number) => [
  ...begunCampaign(who, 320),
  prove(),
  askAgain(),
  review({ status: 'rejected' }),
  advance({ by: 4 * DAY }),
  letSweep(),
  sendAgain(),
  advance({ by: 4 * DAY }),
  letSweep(),
  advance({ by: 4 * DAY }),
  disputeApproval(),
  disputeApproval({ isByAdmin: true }),
  decideObjection({ status: 'agreed' }),
  decideObjection({ status: 'agreed' }),
  letSweep(),
];

/** A dispute takes pay back from a campaign of one place, which has completed. The pay waits for a tax ID. */
const disputedAfterEnd = (who: number) => [
  ...debtsRepaid(),
  draft({ which: who, dollars: 325, places: 1 }),
  order(),
  decide(),
  capture(),
  fund(),
  hire({ marketer: who }),
  advance({ by: 4 * HOUR }),
  // Silence approves older proofs now, so that this one is the newest payment.
  letSweep(),
  prove(),
  askAgain(),
  sendAgain(),
  review(),
  letSweep(),
  disputeApproval(),
  decideObjection({ status: 'split' }),
  letSweep(),
];

/** A queued payout is withdrawn for a dispute, and all of the pay goes back. */
const disputedWhileQueued = (who: number) => [
  ...paidWork(who, 115, 7),
  disputeApproval(),
  tip(),
  decideObjection({ status: 'upheld' }),
  letSweep(),
];

/** A payout comes back, and is paid all the same before or after a dispute has ended. */
const disputedReturn = (who: number) => [
  ...paidWork(who, 145, 8),
  letWork(),
  disputeApproval(),
  wallet.settlePayout({ status: 'RETURNED' }),
  letWork(),
  disputeApproval(),
];

/** Disputes of approvals in more states of their payout. They take seconds, so only the deep suite runs them. */
const deepScenes = (): Command[][] => [
  disputedWhileQueued(0),
  [
    ...disputedReturn(0),
    wallet.payLate(),
    decideObjection({ status: 'upheld' }),
    wallet.resolvePayout(),
    decideObjection({ status: 'rejected' }),
  ],
  [
    ...disputedReturn(0),
    decideObjection({ status: 'upheld' }),
    wallet.retryPayout(),
    wallet.payLate(),
    wallet.resolvePayout(),
  ],
  disputedAfterEnd(3),
  [advance({ by: 31 * DAY }), ...disputedSilence(3)],
];

/** Every scene with each of its outcomes, so that none depends on chance. */
export const scenes = (): Command[][] => [
  refundDuringDispute(3, 'FAILED', 'lost', 100),
  refundDuringDispute(4, 'CANCELLED', 'won', 100),
  refundDuringDispute(5, 'COMPLETED', 'lost', 20),
  refundAfterLoss(2),
  forgedFunds(0),
  disputeBeforeFunding(0, 100, 'won'),
  disputeBeforeFunding(1, 20, 'lost'),
  slowPayment(0, 'COMPLETED'),
  slowPayment(1, 'DECLINED'),
  refundMeetsDispute(1, 'won', 20),
  refundMeetsDispute(0, 'won', 100, [withdraw()]),
  refundMeetsDispute(2, 'lost', 100),
  [...disputeAroundWork(3, 'lost', 100), wallet.repayDebt(), letWork()],
  [...disputeAroundWork(2, 'lost', 100), wallet.writeOffDebt()],
  disputeAroundWork(0, 'won', 60),
  shortWork(0, 'won', [], []),
  [...shortWork(0, 'lost', [], [prove(), review()]), ...debtsRepaid()],
  // The money that was won repays the platform once no place is held.
  shortWork(1, 'won', [wallet.coverShortfall(), close()], [advance({ by: 31 * DAY })]),
  shortWork(0, 'lost', [], [wallet.repay(), letWork()]),
  shortWork(1, 'lost', [wallet.coverShortfall()], [wallet.repay(), letWork()]),
  shortWork(0, 'lost', [wallet.repay(), letWork()], []),
  [...givenUpWork(1), wallet.repay(), letWork()],
  leftBehind(1),
  lastPlace(0),
  comesBack(0, 'FAILED'),
  comesBack(0, 'RETURNED', [letWork()]),
  comesBack(2, 'REFUNDED', [advance({ by: MINUTE })]),
  disputedRejection(1, 'upheld'),
  disputedRejection(2, 'split'),
  movesWhileQueued(0),
  // The marketer 3 submits a tax ID after these.
  ...(isDeep ? deepScenes() : []),
  [advance({ by: 31 * DAY }), ...taxHold(3)],
  [
    ...comesBack(0, 'BLOCKED').slice(0, -2),
    disputeApproval({ isByAdmin: true }),
    decideObjection({ status: 'upheld' }),
    wallet.retryPayout(),
  ],
  [
    ...disputedReturn(0),
    decideObjection({ status: 'split' }),
    wallet.payLate(),
    wallet.resolvePayout(),
    wallet.settlePayout({ status: 'REFUNDED' }),
    letWork(),
  ],
  paidTwice(0, [wallet.settlePayout({ status: 'REFUNDED', which: NEWEST - 1 })]),
  paidTwice(0, [wallet.settlePayout({ status: 'REFUNDED' })]),
  comesBack(0, 'REFUNDED', [advance({ by: MINUTE }), letWork()]),
  comesBackAgain(0),
  [...tippedWork(1), tip(), wallet.endChargeback({ outcome: 'won' }), letWork()],
  [
    ...tippedWork(0),
    tip({ cents: -1 }),
    wallet.endChargeback({ outcome: 'lost' }),
    letWork(),
    ...debtsRepaid(),
  ],
];

export const courses = (length: number): fc.Arbitrary<Command[]> => {
  const single = commands.map(({ weight, arbitrary }) => ({ weight: 10 * weight, arbitrary }));
  const scene = { weight: 44, arbitrary: fc.constantFrom(...scenes()) };
  return fc
    .array(fc.oneof(...single, scene), { minLength: length, maxLength: length })
    .map((parts) => parts.flat());
};
