/** Short courses that chance alone would rarely find; anything may come before and after them. */
import fc from 'fast-check';
import { type Command, NEWEST } from './command.ts';
import * as paying from './paying-commands.ts';
import * as wallet from './wallet-commands.ts';
import * as working from './working-commands.ts';

const number = fc.nat({ max: 999 });
const of = <const Value>(...values: Value[]): fc.Arbitrary<Value> => fc.constantFrom(...values);

/** A new campaign is drafted, and an order for it approved. */
const approvedOrder = (owner: number, dollars: number, action: 'approve' | 'slow' = 'approve') => [
  paying.draft({ owner, dollars, places: 2, hours: 2 }),
  paying.order({ campaign: NEWEST }),
  paying.decide({ order: NEWEST, action }),
];
/** A new campaign with somebody in it, which has begun. */
const begunCampaign = (owner: number, marketer: number, dollars: number) => [
  ...approvedOrder(owner, dollars),
  paying.capture({ order: NEWEST, isStranger: false }),
  paying.fund({ order: NEWEST, campaign: 0, capture: 0, forged: 'no' }),
  working.hire({ marketer, campaign: NEWEST }),
  wallet.advance({ by: '4 hours' }),
];

/** Work was paid, and a refund is decided while what its payment still holds is disputed. */
const refundDuringDispute = (
  who: number,
  status: 'FAILED' | 'CANCELLED' | 'COMPLETED',
  outcome: 'won' | 'lost',
  percent: number,
) => [
  ...begunCampaign(who, who, 130),
  working.prove({ work: NEWEST }),
  working.review({ proof: NEWEST, status: 'approved', isStranger: false }),
  wallet.refundsBecome({ status: 'PENDING' }),
  working.close({ campaign: NEWEST, isStranger: false }),
  wallet.letWork(),
  wallet.chargeback({ order: NEWEST, percent }),
  wallet.letWork(),
  wallet.settleRefund({ refund: NEWEST, status }),
  wallet.letSweep(),
  wallet.endChargeback({ chargeback: NEWEST, outcome }),
  wallet.letWork(),
  wallet.retryRefund({ refund: NEWEST }),
  wallet.refundsBecome({ status: 'COMPLETED' }),
];

/** A payment is here, and funds nothing but what it was made for. */
const forgedFunds = (who: number) => [
  ...approvedOrder(who + 1, 100),
  paying.capture({ order: NEWEST, isStranger: false }),
  ...approvedOrder(who, 100),
  paying.capture({ order: NEWEST, isStranger: false }),
  paying.fund({ order: NEWEST, campaign: NEWEST - 1, capture: 0, forged: 'campaign' }),
  paying.fund({ order: NEWEST, campaign: 0, capture: NEWEST - 1, forged: 'capture' }),
  paying.fund({ order: NEWEST, campaign: 0, capture: 0, forged: 'made-up' }),
  paying.fund({ order: NEWEST, campaign: 0, capture: 0, forged: 'stranger' }),
  paying.fund({ order: NEWEST, campaign: 0, capture: 0, forged: 'no' }),
  paying.fund({ order: NEWEST, campaign: 0, capture: 0, forged: 'no' }),
];

/** A payment is disputed before it has funded anything. */
const disputeBeforeFunding = (who: number, percent: number, outcome: 'won' | 'lost') => [
  ...approvedOrder(who, 150, 'slow'),
  paying.capture({ order: NEWEST, isStranger: false }),
  wallet.settleCapture({ order: NEWEST, status: 'COMPLETED' }),
  wallet.chargeback({ order: NEWEST, percent }),
  wallet.letWork(),
  paying.fund({ order: NEWEST, campaign: 0, capture: 0, forged: 'no' }),
  wallet.endChargeback({ chargeback: NEWEST, outcome }),
  wallet.letWork(),
  wallet.letSweep(),
];

/** A payment takes its time, and another is tried meanwhile. */
const slowPayment = (who: number, status: 'COMPLETED' | 'DECLINED') => [
  ...approvedOrder(who, 120, 'slow'),
  paying.order({ campaign: NEWEST }),
  paying.decide({ order: NEWEST, action: 'approve' }),
  paying.capture({ order: NEWEST - 1, isStranger: false }),
  paying.capture({ order: NEWEST, isStranger: false }),
  paying.order({ campaign: NEWEST }),
  wallet.letWork(),
  wallet.settleCapture({ order: NEWEST, status }),
  wallet.letWork(),
];

/** A refund goes out while a dispute is open of which we have not heard. */
const refundMeetsDispute = (
  who: number,
  outcome: 'won' | 'lost' | 'cancelled',
  percent: number,
  isAbandoned: boolean,
) => [
  ...begunCampaign(who, who, 110),
  ...(isAbandoned ? [working.withdraw({ work: NEWEST })] : []),
  wallet.chargeback({ order: NEWEST, percent }),
  working.close({ campaign: NEWEST, isStranger: false }),
  wallet.letWork(),
  wallet.retryRefund({ refund: NEWEST }),
  wallet.endChargeback({ chargeback: NEWEST, outcome }),
  wallet.letSweep(),
  wallet.advance({ by: 'day' }),
  wallet.letSweep(),
];

/** Work is approved and paid, and then its payment is disputed, or was before. */
const disputeAroundWork = (who: number, outcome: 'won' | 'lost', percent: number) => [
  ...begunCampaign(who, who, 160),
  working.hire({ marketer: who + 1, campaign: NEWEST }),
  working.prove({ work: NEWEST }),
  working.review({ proof: NEWEST, status: 'approved', isStranger: false }),
  working.prove({ work: NEWEST - 1 }),
  wallet.chargeback({ order: NEWEST, percent }),
  wallet.letWork(),
  working.review({ proof: NEWEST, status: 'approved', isStranger: false }),
  wallet.endChargeback({ chargeback: NEWEST, outcome }),
  wallet.letWork(),
  working.review({ proof: NEWEST, status: 'approved', isStranger: false }),
];

/** Somebody earns more than may be paid without a tax ID, and hands it in. */
const taxHold = (who: number) => [
  ...begunCampaign(who, who, 320),
  working.prove({ work: NEWEST }),
  working.review({ proof: NEWEST, status: 'approved', isStranger: false }),
  working.email({ marketer: who, word: 0, number: 1 }),
  working.verify({ marketer: who }),
  wallet.letWork(),
];

/** Nobody claims a payout that the wallet has let go, and its marketer moves on. */
const leftBehind = (who: number) => [
  ...begunCampaign(who, who, 140),
  working.verify({ marketer: who }),
  working.email({ marketer: who, word: 1, number: 2 }),
  working.prove({ work: NEWEST }),
  working.review({ proof: NEWEST, status: 'approved', isStranger: false }),
  wallet.letWork(),
  wallet.settlePayout({ attempt: NEWEST, status: 'ONHOLD' }),
  wallet.letWork(),
  wallet.settlePayout({ attempt: NEWEST, status: 'UNCLAIMED' }),
  wallet.letWork(),
  working.email({ marketer: who, word: 0, number: 3 }),
  wallet.letWork(),
  wallet.advance({ by: 'day' }),
  wallet.letSweep(),
  wallet.retryPayout({ payment: NEWEST }),
  wallet.advance({ by: 'minute' }),
  wallet.letWork(),
];

/** A payout comes back, at once or when it had arrived and we had or had not heard of that, and is sent again. */
const comesBack = (
  who: number,
  status: 'FAILED' | 'BLOCKED' | 'RETURNED' | 'REFUNDED',
  isHeardOf: boolean,
) => [
  ...begunCampaign(who, who, 170),
  working.verify({ marketer: who }),
  working.email({ marketer: who, word: 0, number: 4 }),
  wallet.advance({ by: 'day' }),
  working.prove({ work: NEWEST }),
  working.review({ proof: NEWEST, status: 'approved', isStranger: false }),
  wallet.letWork(),
  ...(status === 'REFUNDED' ? [wallet.advance({ by: 'minute' })] : []),
  ...(isHeardOf ? [wallet.letWork()] : []),
  wallet.settlePayout({ attempt: NEWEST, status }),
  wallet.letWork(),
  wallet.retryPayout({ payment: NEWEST }),
  wallet.letWork(),
];

/** Work is approved while the platform's worker is away, and the address changes before it is back a day later. */
const movesWhileQueued = (who: number) => [
  ...begunCampaign(who, who, 190),
  working.verify({ marketer: who }),
  working.email({ marketer: who, word: 0, number: 5 }),
  wallet.advance({ by: 'day' }),
  wallet.letWork(),
  working.prove({ work: NEWEST }),
  working.review({ proof: NEWEST, status: 'approved', isStranger: false }),
  working.email({ marketer: who, word: 0, number: 6 }),
  wallet.advance({ by: 'day' }),
  wallet.letWork(),
];

/** A rejection is disputed and upheld, in a campaign that is closing. */
const upheldRejection = (who: number) => [
  ...begunCampaign(who, who, 180),
  working.prove({ work: NEWEST }),
  working.review({ proof: NEWEST, status: 'rejected', isStranger: false }),
  working.dispute({ proof: NEWEST }),
  working.close({ campaign: NEWEST, isStranger: false }),
  working.judge({ dispute: NEWEST, status: 'upheld' }),
  wallet.letSweep(),
];

export const scenes: fc.Arbitrary<Command[]>[] = [
  fc
    .tuple(number, of('FAILED', 'CANCELLED', 'COMPLETED'), of('won', 'lost', 'lost'), of(100, 30))
    .map((args) => refundDuringDispute(...args)),
  number.map(forgedFunds),
  fc.tuple(number, of(100, 40), of('won', 'lost')).map((args) => disputeBeforeFunding(...args)),
  fc.tuple(number, of('COMPLETED', 'DECLINED')).map((args) => slowPayment(...args)),
  fc
    .tuple(number, of('won', 'lost', 'cancelled'), of(100, 20), fc.boolean())
    .map((args) => refundMeetsDispute(...args)),
  fc.tuple(number, of('won', 'lost'), of(100, 50)).map((args) => disputeAroundWork(...args)),
  number.map(taxHold),
  number.map(leftBehind),
  fc
    .tuple(number, of('FAILED', 'BLOCKED', 'RETURNED', 'REFUNDED'), fc.boolean())
    .map((args) => comesBack(...args)),
  number.map(movesWhileQueued),
  number.map(upheldRejection),
];

/** Every scene once with each of its ends, so that none depends on chance. */
export function rehearsal(): Command[] {
  return [
    ...refundDuringDispute(3, 'FAILED', 'lost', 100),
    ...refundDuringDispute(4, 'CANCELLED', 'won', 100),
    ...refundDuringDispute(5, 'COMPLETED', 'lost', 30),
    ...forgedFunds(0),
    ...disputeBeforeFunding(0, 100, 'won'),
    ...disputeBeforeFunding(1, 40, 'lost'),
    ...slowPayment(0, 'COMPLETED'),
    ...slowPayment(1, 'DECLINED'),
    ...refundMeetsDispute(1, 'won', 20, false),
    ...refundMeetsDispute(0, 'won', 100, true),
    ...refundMeetsDispute(2, 'lost', 100, false),
    ...disputeAroundWork(3, 'lost', 100),
    ...disputeAroundWork(0, 'won', 50),
    ...leftBehind(1),
    ...comesBack(0, 'FAILED', false),
    ...comesBack(0, 'RETURNED', true),
    ...comesBack(2, 'REFUNDED', false),
    ...upheldRejection(1),
    ...movesWhileQueued(0),
    wallet.advance({ by: 'month' }),
    ...taxHold(3),
    ...comesBack(0, 'BLOCKED', false),
    ...comesBack(0, 'REFUNDED', true),
  ];
}
