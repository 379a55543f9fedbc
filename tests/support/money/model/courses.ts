/** Courses of commands: a beginning in which campaigns are paid for and work is begun, and then anything. */
import fc from 'fast-check';
import type { Command } from './command.ts';
import * as paying from './paying-commands.ts';
import { scenes } from './scenes.ts';
import * as wallet from './wallet-commands.ts';
import * as working from './working-commands.ts';

const number = fc.nat({ max: 999 });
const rarely = fc.nat({ max: 9 }).map((draw) => draw === 0);
/** One of these, as often as it is written. */
const of = <const Value>(...values: Value[]): fc.Arbitrary<Value> => fc.constantFrom(...values);

/** The number says how often, beside the others. */
const weighted: [weight: number, fc.Arbitrary<Command>][] = [
  [
    3,
    fc
      .record({
        owner: number,
        dollars: fc.integer({ min: 100, max: 500 }),
        places: fc.integer({ min: 1, max: 4 }),
        hours: of(1, 2, 30),
      })
      .map(paying.draft),
  ],
  [4, fc.record({ campaign: number }).map(paying.order)],
  [
    5,
    fc
      .record({ order: number, action: of('approve', 'approve', 'approve', 'slow', 'decline', 'cancel') })
      .map(paying.decide),
  ],
  [4, fc.record({ order: number, isStranger: rarely }).map(paying.capture)],
  [
    5,
    fc
      .record({
        order: number,
        campaign: number,
        capture: number,
        forged: of('no', 'no', 'no', 'campaign', 'capture', 'made-up', 'stranger'),
      })
      .map(paying.fund),
  ],
  [7, fc.record({ marketer: number, campaign: number }).map(working.hire)],
  [1, fc.record({ work: number }).map(working.withdraw)],
  [10, fc.record({ work: number }).map(working.prove)],
  [
    11,
    fc
      .record({ proof: number, status: of('approved', 'approved', 'rejected'), isStranger: rarely })
      .map(working.review),
  ],
  [3, fc.record({ proof: number }).map(working.dispute)],
  [3, fc.record({ dispute: number, status: of('upheld', 'upheld', 'rejected') }).map(working.judge)],
  [3, fc.record({ campaign: number, isStranger: rarely }).map(working.close)],
  [4, fc.record({ marketer: number, word: number, number: fc.nat({ max: 3 }) }).map(working.email)],
  [2, fc.record({ marketer: number }).map(working.verify)],
  [
    4,
    fc
      .record({
        attempt: number,
        status: of('SUCCESS', 'FAILED', 'UNCLAIMED', 'RETURNED', 'ONHOLD', 'BLOCKED', 'REFUNDED'),
      })
      .map(wallet.settlePayout),
  ],
  [3, fc.record({ payment: number }).map(wallet.retryPayout)],
  [3, fc.record({ refund: number }).map(wallet.retryRefund)],
  [2, fc.record({ order: number, percent: of(100, 60, 20, 20, 1) }).map(wallet.chargeback)],
  [
    4,
    fc
      .record({ chargeback: number, outcome: of('won', 'lost', 'lost', 'cancelled') })
      .map(wallet.endChargeback),
  ],
  [2, fc.record({ status: of('COMPLETED', 'PENDING') }).map(wallet.refundsBecome)],
  [3, fc.record({ refund: number, status: of('COMPLETED', 'FAILED', 'CANCELLED') }).map(wallet.settleRefund)],
  [2, fc.record({ order: number, status: of('COMPLETED', 'DECLINED') }).map(wallet.settleCapture)],
  [
    6,
    fc
      .record({
        by: of('minute', 'minute', 'minute', 'hour', 'hour', '4 hours', 'day', 'day', '4 days', 'month'),
      })
      .map(wallet.advance),
  ],
  [9, fc.constant({}).map(wallet.letWork)],
  [4, fc.constant({}).map(wallet.letSweep)],
  [1, fc.record({ number }).map(wallet.deliverAgain)],
];

/** Two funded campaigns with people in them. */
export function beginning(): Command[] {
  const { draft, order, decide, capture } = paying;
  const { hire, email, verify, prove, review } = working;
  const { advance, letWork } = wallet;
  return [
    draft({ owner: 0, dollars: 251, places: 3, hours: 1 }),
    order({ campaign: 1 }),
    draft({ owner: 1, dollars: 333, places: 2, hours: 1 }),
    order({ campaign: 1 }),
    decide({ order: 1, action: 'approve' }),
    decide({ order: 1, action: 'approve' }),
    capture({ order: 1, isStranger: false }),
    letWork(),
    hire({ marketer: 0, campaign: 2 }),
    hire({ marketer: 1, campaign: 2 }),
    hire({ marketer: 0, campaign: 1 }),
    hire({ marketer: 2, campaign: 1 }),
    email({ marketer: 0, word: 0, number: 0 }),
    verify({ marketer: 0 }),
    email({ marketer: 2, word: 2, number: 0 }),
    verify({ marketer: 2 }),
    email({ marketer: 1, word: 1, number: 0 }),
    advance({ by: 'hour' }),
    prove({ work: 1 }),
    prove({ work: 3 }),
    review({ proof: 1, status: 'approved', isStranger: false }),
    letWork(),
  ];
}

export const courses = (length: number): fc.Arbitrary<Command[]> => {
  const one = weighted.map(([weight, arbitrary]) => ({
    weight: weight * 10,
    arbitrary: arbitrary.map((step) => [step]),
  }));
  const some = scenes.map((arbitrary) => ({ weight: 4, arbitrary }));
  return fc
    .array(fc.oneof(...one, ...some), { minLength: length, maxLength: length })
    .map((parts) => parts.flat());
};
