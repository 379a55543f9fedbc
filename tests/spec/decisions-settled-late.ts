import { constant, departing, rule, text, type Section, testsIn } from './rows.ts';

const sessions = testsIn('src/tracking/server/sessions.test.ts');
const weak = testsIn('src/proofs/server/strength/weak-proofs.test.ts');
const proofRules = testsIn('src/proofs/server/rules.test.ts');
const approvals = testsIn('src/disputes/server/approvals.test.ts');
const agreement = testsIn('src/disputes/server/agreement.test.ts');
const lost = testsIn('src/proofs/server/disputed-payment.test.ts');
const chargebacks = testsIn('src/payments/server/chargebacks/chargebacks.test.ts');
const closing = testsIn('src/campaigns/server/funding/closing.test.ts');
const point = testsIn('src/tracking/server/live/published-point.test.ts');
const facts = testsIn('src/tracking/server/live/published-facts.test.ts');
const attacker = testsIn('src/tracking/server/live/attacker.test.ts');
const honest = testsIn('src/tracking/server/fixes/honest-losses.test.ts');
const spot = testsIn('src/proofs/server/spot-checks/spot-checks.test.ts');
const messages = testsIn('src/messages/server/erasure.test.ts');
const reports = testsIn('src/messages/server/reports/reports.test.ts');
const ratings = testsIn('src/ratings/server/ratings.test.ts');
const kit = testsIn('src/applications/server/kit/kit.test.ts');
const tips = testsIn('src/proofs/server/tips/tips.test.ts');
const pausing = testsIn('src/campaigns/server/pausing.test.ts');
const person = testsIn('src/applications/server/applicant-person.test.ts');
const names = testsIn('src/applications/server/name-and-photo.test.ts');

export const decisionsSettledLate: Section[] = [
  {
    title: 'Settled: weak and strong proofs',
    rows: [
      rule(
        'Weak: a strong sign, fewer than half of the minutes, or nothing to measure. Strong: no medium sign, 80% of the minutes, all media taken in the page.',
        proofRules('toStrength'),
        proofRules('of a wearable campaign: %s'),
      ),
      rule(
        'Strong 24 h, ordinary 72 h; weak not by silence.',
        testsIn('src/proofs/server/strength/strong-proofs.test.ts')(
          'a strong proof is approved by silence after 24 hours, not before',
        ),
        weak('are not approved by silence but listed for administrators, who decide once'),
      ),
      rule(
        'After 72 h an admin decides a weak proof within 72 h more.',
        weak('are in the Stuck list if no administrator decides them in time'),
      ),
      rule(
        'The advertiser may always decide before.',
        weak('can still be decided by the advertiser after the review time'),
      ),
      rule(
        'A proof without a minute inside is approved by a person only.',
        weak('cannot be approved without a person, whatever the code does'),
      ),
      rule(
        'Admins have a list of weak proofs with buttons.',
        testsIn('src/admin/web/proofs/weak-proofs.test.tsx')('loads more weak proofs on request'),
        weak('are listed page by page, and told to administrators once'),
      ),
    ],
  },
  {
    title: 'Settled: disputes',
    rows: [
      rule(
        'Marketers dispute a rejection within 7 days.',
        testsIn('src/disputes/server/disputes.test.ts')('is possible for seven days'),
      ),
      departing(
        "An advertiser's own dispute",
        rule(
          'Advertisers dispute an approval until the payout is sent, or within 48 h while it is held.',
          approvals('is possible for 48 hours, and never once the pay was sent'),
          approvals('withdraws a payout that the wallet was not called for'),
          testsIn('src/notifications/server/deadlines/deadlines.test.ts')(
            'warns of the last day to dispute an approval by silence, while its pay is held',
          ),
        ),
      ),
      rule(
        'Later only through support: an admin opens it.',
        testsIn('src/disputes/server/support.test.ts')(
          'follows the same steps, and both sides and the audit log say who opened it and why',
        ),
      ),
      rule(
        'The answer has 72 h; then admins decide on what is there.',
        agreement('without an answer hands the dispute to the admins, who are told and reminded'),
      ),
      rule(
        'A proposal is full, part in whole cents, or nothing; 48 h to accept; then an admin.',
        agreement('act in turn, and see each other’s files'),
        agreement('without an agreement does so too, and ends the proposal'),
        agreement('of %s is refused, because less is held'),
      ),
      departing(
        'After a part is awarded',
        rule(
          'A part: the marketer gets it, the platform its fee share, the rest goes back, in one transaction.',
          agreement('invariant 37: is agreed, paid and refunded to the cent, once'),
        ),
      ),
    ],
  },
  {
    title: 'Settled: a wallet dispute over the advertiser’s payment',
    rows: [
      rule(
        'The campaign takes no new applications or approvals; queued payouts go on.',
        lost('a disputed campaign takes no new marketers, and says why'),
        chargebacks(
          'a lost dispute takes what is left, and the payer owes the rest: approved pay is never touched',
        ),
      ),
      rule(
        'Approved work is paid while escrow covers it, oldest approval first.',
        chargebacks(
          'invariant 25: disputed money is not released, and what was approved is paid if it is won',
        ),
        chargebacks(
          'a lost dispute takes what is left, and the payer owes the rest: approved pay is never touched',
        ),
      ),
      rule(
        'The rest is a shortfall; the advertiser may pay it, and funds nothing new until then.',
        lost(
          'invariant 36: silence approves after a lost dispute too, and the advertiser funds nothing until it is paid',
        ),
      ),
      rule(
        'An admin may cover it, with a reason and a second confirmation.',
        lost(
          'an admin covers it with a reason and the amount, once, and nothing goes back to the advertiser',
        ),
      ),
      rule(
        'It is given up after 60 days, and both are told.',
        lost('is given up after 60 days without an open dispute, and still paid if the advertiser pays'),
      ),
      rule(
        'Money won back fills the escrow.',
        chargebacks(
          'invariant 25: disputed money is not released, and what was approved is paid if it is won',
        ),
        closing('records the closing, and refunds the rest once the dispute is won'),
      ),
      rule(
        'No refund of the rest before all claims are settled.',
        lost(
          'an admin covers it with a reason and the amount, once, and nothing goes back to the advertiser',
        ),
        closing('refunds nothing that the advertiser already got from the wallet'),
      ),
    ],
  },
  {
    title: 'Settled: published positions',
    rows: [
      rule(
        'The offset belongs to marketer and business, for good.',
        point(
          'is stable for a marketer and a business, in all of its campaigns, and differs for another marketer, business or key',
        ),
      ),
      departing(
        'The margin of the published zone',
        rule(
          'In the zone is published with a margin of 0 to 150 m, drawn once per session.',
          point('has a margin of up to 150 m, the same in each session of a marketer in that zone'),
        ),
      ),
      rule(
        'In the zone is published 60 s late.',
        testsIn('src/tracking/server/live/live-stream.test.ts')(
          'learns of a crossing in a silent phone’s last minute',
        ),
      ),
      rule(
        'Minutes are rounded to 5 while the session runs, exact afterwards.',
        facts('the minutes inside are rounded to five while the session runs, and exact afterwards'),
      ),
      departing(
        'A marketer has at most one running session',
        rule(
          'At most two sessions of one marketer overlap across all businesses.',
          sessions('is refused while another session runs, until that one has been silent for half an hour'),
        ),
      ),
      rule(
        'The trail of cells is the session’s own.',
        testsIn('src/tracking/web/live/trails.test.ts')(
          'joins the published points of a session, each once, and drops it when it is no longer live',
        ),
      ),
      departing(
        'Advertisers see when a session starts',
        rule(
          'The alias of a session is not the proof’s session id.',
          facts('the advertiser sees the start and end to five minutes, the marketer exactly'),
          sessions('never includes a marketer’s id, address or exact position'),
        ),
      ),
      constant(
        '290 m median, 75 m at 5%',
        'The aim against all that one business sees in 30 days.',
        attacker('misses the marketer by the aim even if it knows the hidden point'),
        attacker('misses the marketer by the aim with ten flags of %s zones'),
      ),
    ],
  },
  {
    title: 'Settled: after Stop, devices, checks',
    rows: [
      rule(
        'Nothing measured after Stop is taken.',
        facts('nothing measured later is taken, and the phone is told to stop'),
        facts('a phone whose clock is slow cannot send what it measured later'),
      ),
      rule(
        'Suspension and a withdrawn consent end a session like Stop.',
        facts('a suspension ends the session, at once on the live map'),
        sessions('ends everything at once, before any worker has run'),
      ),
      departing(
        "A phone's clock is corrected",
        rule(
          'Measured times are corrected by the session’s median offset; above 2 minutes it is a low sign.',
          honest('%s costs no minutes, and is a weak sign'),
          honest('is not believed wrong because of one call with a wrong time'),
        ),
      ),
      rule(
        'One device feeds a session; another takes over by a tap.',
        honest('takes no part until it takes over'),
        honest('ends the part of the first one when it takes over, and the first one is told'),
        testsIn('src/tracking/web/tracker/positions-that-count.test.tsx')(
          'takes over from another device only when asked',
        ),
      ),
      rule(
        'Another page of the same browser counts as the same device.',
        testsIn('src/tracking/web/tracker/tracking-pages.test.tsx')(
          'measures on one of two pages and shows the result on both',
        ),
      ),
      rule(
        'Check on the spot: up to two random photos within 10 minutes, with a code shown only then.',
        spot('nothing shows a check before it is asked, not even to its marketer'),
        spot('the marketer is notified once when a check begins, and passes it with a photo of the page'),
        spot('after ten minutes it is missed'),
        testsIn('src/tracking/server/spot-checks/spot-check-rules.test.ts')(
          'lie within the work of a marketer who starts %s',
        ),
      ),
      rule(
        'A missed check makes the proof at most ordinary.',
        spot(
          'a check that is open or missed keeps a proof from being strong, and its photo is part of the proof',
        ),
      ),
    ],
  },
  {
    title: 'Settled: messages, ratings, kit, tips, pause',
    rows: [
      rule(
        'Messages are kept 24 months and are in the export.',
        messages('deletes a conversation 24 months after the end of its application'),
        messages('exports what the user wrote and read'),
      ),
      rule(
        'They are erased with an account, except in open disputes.',
        messages('deletes what a user wrote, with its files, when they delete their account'),
        messages(
          'keeps what a deleted member wrote in an open dispute, without their name, until it is decided',
        ),
      ),
      rule('Ratings stay without a name.', ratings('ratings stay without a name when an account is deleted')),
      rule(
        'An admin’s look at messages needs a reason and is told to both sides afterwards.',
        reports(
          'reads a conversation only in a case, with a reason in the audit log, and both sides are told after it',
        ),
      ),
      rule(
        'An admin’s look at exact positions needs a reason and is told to both sides after the dispute.',
        testsIn('src/tracking/server/presence/track/track.test.ts')(
          'sees it for an open dispute about this work, with a reason that is audited',
        ),
      ),
      rule(
        'Kit: addresses are sealed and seen by that business only until sent plus 14 days.',
        kit('is sealed, and read by the marketer and those who decide for the advertiser'),
        kit('is unreadable 14 days after the parcel was first sent, and then erased'),
      ),
      rule(
        'Tips: $1 to the pay, once per proof within 30 days, without fee.',
        tips('is between $1 and the pay, within 30 days, for an approved proof'),
        tips('passes a tip on like pay, once, without a fee, and tells the marketer'),
      ),
      rule(
        'Pause: no applications, approvals or waitlist moves; held places and time go on.',
        pausing(
          'a paused campaign takes no applications or approvals, and hired marketers keep their places',
        ),
        pausing('the waitlist moves up only after the campaign is resumed'),
      ),
    ],
  },
  {
    title: 'Settled: zones, retention, names, addresses, counts',
    rows: [
      rule(
        'Zones: a radius from 100 m.',
        testsIn('src/platform/web/maps/picker/location-picker.test.tsx')(
          'offers eight radii and keeps the location when the user chooses one',
        ),
      ),
      rule(
        'Zones: or a polygon of 3 to 30 corners, at most 25 km², not crossing itself.',
        testsIn('src/campaigns/server/drawn-area.test.ts')('is refused with %s'),
        testsIn('src/platform/web/maps/picker/area-editor.test.tsx')(
          'is changed by buttons, and each change is undone',
        ),
      ),
      rule(
        'Zones: inside by the same probability rule against the edge.',
        testsIn('src/tracking/server/presence/presence.test.ts')(
          'count inside the corners of a drawn area, by the same rule at its edge',
        ),
      ),
      rule(
        'Retention: finished outbox rows 30 days.',
        testsIn('src/platform/server/outbox/retention-sweep.test.ts')(
          'deletes done rows and unsent emails after 30 days, in batches, and keeps failed work',
        ),
      ),
      rule(
        'Retention: webhooks 180 days, without payer data after 30.',
        testsIn('src/payments/server/webhooks/webhook-retention.test.ts')(
          'deletes contents after 30 days and the rest after 180, but nothing unhandled',
        ),
      ),
      rule(
        'Retention: notifications 12 months.',
        testsIn('src/notifications/server/retention-sweep.test.ts')('deletes notifications after 12 months'),
      ),
      rule(
        'Retention: sessions of sign-in 90 days after their end.',
        testsIn('src/auth/server/expired-data-sweeps.test.ts')(
          'deletes sessions 90 days after the user signed out or their longest lifetime passed',
        ),
      ),
      rule(
        'Retention: audit 7 years, money never.',
        testsIn('src/platform/server/security/audit-expiry.test.ts')(
          'deletes entries after seven years, and the chain stays valid',
        ),
        testsIn('src/payments/server/ledger/ledger.test.ts')('even from the owner: %s'),
      ),
      departing(
        'Applying needs a first name',
        rule(
          'Applying needs first name, last initial and a photo.',
          names('applying needs a first name, a last name with a letter, and a photo'),
        ),
      ),
      rule(
        'Advertisers see ‘Ana P.’; the full name only an approved marketer’s advertiser.',
        person('a business reads the last name of marketers whom it has approved'),
      ),
      departing(
        'A signed-out visitor at a guarded address',
        rule(
          'A signed-out visitor at a guarded address is led to the sign-in and back.',
          testsIn('src/main/frame/gates/guarded-page.test.tsx')(
            'sends visitors to the sign-in page and remembers the requested page',
          ),
          testsIn('src/main/frame/home.test.tsx')(
            'returns the user to the remembered page after a sign-in, once',
          ),
        ),
      ),
      rule(
        'The count is exact up to 10,000, then ‘10,000+’.',
        testsIn('src/campaigns/server/search/campaign-search.races.test.ts')(
          'a count ends after 10,000 campaigns, and is exact before',
        ),
        testsIn('src/applications/web/marketplace/marketplace-count.test.tsx')(
          'counts all campaigns that match, not only those shown: %j',
        ),
      ),
      text(
        'No ratings yet',
        'Screens without ratings; rating stays 5.0 with ratingCount 0.',
        testsIn('src/main/pages/marketer/dashboard.test.tsx')(
          'shows the verified badge only if the marketer is verified',
        ),
      ),
      rule(
        'Filters by rating keep people without ratings.',
        ratings('lists of marketers show and filter by the public average; those without ratings stay'),
      ),
    ],
  },
];
