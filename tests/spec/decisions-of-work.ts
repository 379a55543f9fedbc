import { departing, rule, type Section, testsIn, text } from './rows.ts';

const sessions = testsIn('src/tracking/server/sessions.test.ts');
const point = testsIn('src/tracking/server/live/published-point.test.ts');
const live = testsIn('src/tracking/server/live/live-stream.test.ts');
const track = testsIn('src/tracking/server/presence/track/track.test.ts');
const presence = testsIn('src/tracking/server/presence/presence.test.ts');
const summary = testsIn('src/tracking/server/presence/summary.test.ts');
const retention = testsIn('src/tracking/server/fixes/retention.test.ts');
const proofs = testsIn('src/proofs/server/proofs.test.ts');
const rejecting = testsIn('src/proofs/server/amending/resubmission.test.ts');
const disputes = testsIn('src/disputes/server/disputes.test.ts');
const funding = testsIn('src/campaigns/server/funding/funding.test.ts');
const closing = testsIn('src/campaigns/server/funding/closing.test.ts');
const ledger = testsIn('src/payments/server/ledger/ledger.test.ts');
const payouts = testsIn('src/payments/server/payouts/payouts.test.ts');
const stuck = testsIn('src/payments/server/stuck/stuck.test.ts');
const money = testsIn('src/kernel/money.test.ts');
const approval = testsIn('packages/wallet-simulator/src/pages/approval-page.test.ts');
const books = testsIn('packages/wallet-simulator/src/app.test.ts')('have the sum of the moves as balance');
const uploads = testsIn('src/uploads/server/uploads.test.ts');

export const decisionsOfWork: Section[] = [
  {
    title: 'Settled: tracking',
    rows: [
      rule(
        'Starting needs an approved application and an open window; at most one running session.',
        sessions('needs an approval'),
        sessions('is possible from 30 minutes before the start until the window closes'),
        sessions('is refused while another session runs, until that one has been silent for half an hour'),
      ),
      rule(
        'update-location also takes recordedAt and points, in order, once.',
        sessions('are accepted in batches and out of order, and repeated ones change nothing'),
      ),
      rule(
        'Exact positions: the marketer, and an admin in a dispute, with a reason and an audit entry.',
        track('is exact, in order, with its gaps'),
        track('sees it for an open dispute about this work, with a reason that is audited'),
        testsIn('tests/authorisation.test.ts')(
          'only the marketer sees the exact walk, and an administrator for its dispute',
        ),
      ),
      departing(
        'Live location records carry',
        rule(
          'Advertisers get the centre of a cell of resolution 8, moved by a secret offset, and whether it is in the zone.',
          point('is the centre of a cell of resolution 8 for any fix'),
          point('is moved by a secret: by about 320 m on each axis over many marketers, in no direction'),
        ),
      ),
      departing(
        '`marketerId` in live records',
        rule(
          'Marketers have a random alias per campaign.',
          point('is stable within a campaign and says nothing in others'),
        ),
      ),
      rule(
        'All live screens, the stream and reports show the same points.',
        testsIn('src/tracking/server/live/all-live.test.ts')(
          'shows what the live views of all own campaigns show, and nothing of another business',
        ),
        summary('has exactly the cells that the live map has shown, with their minutes and no fix'),
      ),
      rule(
        'A session ends itself when its window closes or after 30 minutes of silence.',
        sessions('happens automatically after half an hour of silence, at that moment'),
        testsIn('src/tracking/server/rules.test.ts')('a session ends automatically'),
      ),
      rule(
        'Changes are pushed; otherwise the screen polls every 10 seconds.',
        live('sees marketers start, move and stop'),
        testsIn('src/tracking/web/live/live-stream.test.tsx')(
          'polls every ten seconds while the stream is down, until a snapshot comes',
        ),
      ),
      rule(
        'Presence: minutes inside, coverage, distance, longest gap.',
        presence('are the time between fixes inside the zone'),
        presence('is a half if only the first half has fixes'),
        presence('is what was walked'),
        presence('the longest gap'),
      ),
      rule(
        'Presence: signs of implausible movement.',
        testsIn('src/tracking/server/presence/signals.test.ts')('covers all kinds'),
      ),
      rule(
        'Presence is stored with the proof and shown to the reviewer.',
        summary('is stored with the proof, with everything that arrived by then'),
        testsIn('src/tracking/web/report/presence-signals.test.tsx')(
          'shows what was noticed, since when, its weight and a harmless explanation',
        ),
      ),
      rule(
        'Exact positions are erased 30 days after the decision, at once without consent; the summary stays.',
        retention('are erased 30 days after the proof is decided, and the summary stays'),
        retention(
          'are erased at once when consent is withdrawn, even if a proof is pending, and no more are accepted',
        ),
      ),
    ],
  },
  {
    title: 'Settled: proof',
    rows: [
      departing(
        "A post's link must be",
        rule(
          'POST /api/proofs sends session, link, note and files of the kinds selfie, photo, video, screenshot.',
          proofs('stores the files, the session’s presence and the review deadline'),
          proofs('must be of the declared kind'),
        ),
      ),
      rule(
        'Files are uploaded before, resumably (tus 1.0).',
        uploads(
          'a file in chunks is created, interrupted, resumed, ready and readable, with nothing left in staging',
        ),
        testsIn('src/uploads/server/uploads-wire.test.ts')(
          'an interrupted upload resumes and arrives complete',
        ),
      ),
      departing(
        'A video that is shorter than asked',
        departing(
          'A campaign may accept only photos',
          rule(
            'What the campaign asks for is required.',
            proofs('requires what the campaign asks for, and names the missing parts'),
          ),
        ),
      ),
      rule(
        'Only pending is decided, once, by the campaign’s advertiser.',
        proofs('is for the campaign’s advertiser only'),
        testsIn('src/proofs/server/decisions.races.test.ts')(
          'invariant 10: of an approval and a rejection at once exactly one wins',
        ),
      ),
      rule(
        'The same decision again changes nothing; the opposite is 409 with the state.',
        proofs('invariant 11: to have it %s again changes nothing'),
        proofs('once %s cannot become %s'),
      ),
      text(
        'Rejected by advertiser',
        'Notes of a rejection without notes.',
        proofs('rejects without payment, with the reason or the default'),
      ),
      departing(
        'After a rejection, a marketer may send',
        rule(
          'A rejected marketer may send one new proof before the deadline.',
          rejecting('allows one new proof, and flags it until it is sent'),
          rejecting('allows no new proof after the deadline'),
        ),
      ),
      rule(
        'Or open a dispute within 7 days, which an admin decides.',
        disputes('is possible for seven days'),
        disputes('in favor of the marketer approves and pays, once'),
      ),
      rule(
        'Rejected becomes approved only by an upheld dispute, also in the database.',
        disputes('invariant 9: even the owner of the database cannot > approve a rejected proof'),
      ),
      rule(
        'Silence approves after 72 hours, 24 if strong; weak ones go to an admin.',
        proofs('is an automatic approval after 72 hours, not before, and notifies the marketer'),
        testsIn('src/proofs/server/strength/strong-proofs.test.ts')(
          'a strong proof is approved by silence after 24 hours, not before',
        ),
        testsIn('src/proofs/server/strength/weak-proofs.test.ts')(
          'are not approved by silence but listed for administrators, who decide once',
        ),
      ),
      rule(
        'Both sides see the countdown.',
        testsIn('src/proofs/web/review/proof-review-page.test.tsx')(
          'shows counters, proofs and the time left to decide',
        ),
        testsIn('src/main/pages/marketer/campaign-part.test.tsx')(
          'shows the review countdown and no second form while a proof is pending',
        ),
      ),
      rule(
        'Both sides are reminded 24 hours before.',
        testsIn('src/notifications/server/deadlines/deadlines.test.ts')(
          'warns both sides once, 24 hours before a proof is approved by silence',
        ),
      ),
      rule(
        'The location check needs one position in the zone; its accuracy counts up to 50 m.',
        proofs('requires a position inside the zone'),
        testsIn('src/proofs/server/rules.test.ts')('a session'),
      ),
      rule(
        'A low presence never blocks sending.',
        testsIn('src/proofs/server/strength/weak-proofs.test.ts')(
          'are not approved by silence but listed for administrators, who decide once',
        ),
      ),
      rule(
        'videoDuration is in minutes, 0 means no video.',
        testsIn('src/campaigns/web/form/campaign-form-check.test.ts')('minutes of video: %j'),
        testsIn('src/proofs/web/sending/submit-requirements.test.ts')(
          'requires one file if nothing special is required',
        ),
      ),
    ],
  },
  {
    title: 'Settled: money',
    rows: [
      rule(
        'Integer cents in a double-entry ledger that is only added to and sums to zero.',
        ledger(
          'any sequence of events keeps the sum at zero and balances nonnegative, and repeats have no effect',
        ),
        money('invariant 33: come back without loss'),
      ),
      rule(
        'The database refuses anything else, and an escrow below zero.',
        ledger('an unbalanced posting, at commit'),
        ledger('even from the owner: %s'),
        testsIn('src/payments/server/payments.races.test.ts')(
          'invariant 3: without a check in code, the database itself rejects paying what is not there',
        ),
      ),
      rule(
        'Charged: pay × marketers plus 15% (a setting from 10 to 15%), rounded half up.',
        money('is the exact value rounded half up'),
        testsIn('src/platform/server/settings/config.test.ts')('%s=%s'),
      ),
      rule(
        'The wallet adapter speaks PayPal’s REST interface to a configurable base URL.',
        testsIn('src/payments/server/provider/paypal.test.ts')(
          'are created, approved and captured, with the amount and the wallet’s fee',
        ),
        testsIn('tests/wallet/paypal-clients.test.ts')(
          'creates an order, is refused before the approval, captures, refunds and reads',
        ),
      ),
      rule(
        'By default that is a simulator over HTTP with an approval page, an `action` form and its books.',
        approval('approve returns with order and payer, and keeps the merchant’s own query'),
        approval('cancel redirects to the cancel address and changes nothing'),
        approval('decline returns too; the capture is refused, and the buyer can try again'),
        books,
      ),
      rule(
        'approveUrl is in the answer of POST /paypal/order.',
        funding('charges what the server computes, even if the browser is a cent off'),
      ),
      rule(
        'The server computes what is due; an amount off by more than a cent is refused.',
        testsIn('src/campaigns/server/rules.test.ts')('an amount of %i for 34500'),
        funding('refuses %s for $138.00'),
      ),
      rule(
        '/fund checks campaign, payer and amount with the provider, once.',
        funding('invariant 5: is refused without this campaign’s own captured payment'),
        testsIn('src/campaigns/server/funding/funding.races.test.ts')(
          'invariant 6: twenty funding calls and the platform fund a campaign once',
        ),
      ),
      rule(
        'A crash between capture and funding is healed without a second charge.',
        funding('happens automatically if the browser never returns'),
      ),
      rule(
        'Approving moves the pay and queues the payout in one transaction.',
        payouts('approved work is paid: escrow, balance, wallet'),
        payouts('rolls back completely with the caller’s transaction'),
      ),
      rule(
        'A payment is pending until the provider confirms; a failed one returns and is paid again.',
        payouts('a failed payment returns to the marketer’s balance and is paid to another address'),
        stuck('a retry pays a returned payout again and is audited with its reason'),
      ),
      rule(
        'Every call to the provider has an idempotency key.',
        testsIn('src/payments/server/same-key-same-body.test.ts')(
          'invariant 23: a payout sent until it is answered, and to another address as another payout',
        ),
      ),
      departing(
        'A payment to a suspended account waits',
        rule(
          'A payout waits for KYC and a wallet email.',
          payouts('a payment waits for KYC, then for a wallet email, and is then sent'),
        ),
      ),
      rule(
        'A changed wallet email waits 24 h.',
        payouts('a payment waits for a day after a changed wallet email, then the sweep pays it'),
      ),
      rule(
        'Above the yearly threshold it waits for a tax ID.',
        payouts('invariant 26: a payment above the yearly threshold waits for a tax ID, earlier ones do not'),
      ),
      rule(
        'At the end the rest goes back, with the fee minus the earned shares.',
        closing('refunds everything and completes immediately if no place is held'),
        money('is earned in shares that add up to it exactly, whatever the number of places'),
      ),
      rule(
        'escrowAmount and platformFee stay the original sums; escrowLeft is what is left.',
        funding('makes the campaign active with its money in escrow, once'),
        proofs('a decision > approves and pays once, and returns what the payment waits for'),
      ),
      rule(
        'Another paymentMethod than paypal is refused with a text.',
        testsIn('src/campaigns/server/routes.test.ts')('%s is refused'),
      ),
      rule(
        'An admin sees the trial balance.',
        testsIn('src/payments/server/routes.test.ts')(
          'the trial balance sums to zero, lists every account kind, and equals the wallet’s books',
        ),
      ),
      rule(
        'An admin sees the reconciliation.',
        testsIn('src/payments/server/reconciliation/reconciliation.test.ts')(
          'invariant 32: equal books have no differences, and the balances agree to the cent',
        ),
      ),
      rule(
        'An admin sees every stuck payment.',
        stuck('a payout without an answer is stuck after an hour'),
        stuck('pages add up to the whole list, oldest first, even with equal times'),
      ),
    ],
  },
];
