import { constant, departing, rule, type Section, state, testsIn, text } from './rows.ts';

const user = testsIn('src/auth/web/use-current-user.test.tsx');
const campaign = testsIn('src/campaigns/server/routes.test.ts');
const funding = testsIn('src/campaigns/server/funding/funding.test.ts');
const closing = testsIn('src/campaigns/server/funding/closing.test.ts');
const payment = testsIn('src/campaigns/web/payment/campaign-payment-page.test.tsx');
const applying = testsIn('src/applications/server/routes.test.ts');
const proofs = testsIn('src/proofs/server/proofs.test.ts');
const panel = testsIn('src/tracking/web/tracker/panel/tracking-panel.test.tsx');
const kyc = testsIn('src/kyc/server/decision.test.ts');
const wallet = testsIn('src/payments/web/wallet-connection.test.tsx');
const confirmation = testsIn('src/auth/web/sign-in/email-confirmation-page.test.tsx');
const profile = testsIn('src/profiles/web/profile-page.test.tsx');
const consents = testsIn('src/profiles/web/consents/use-compliance.test.tsx');
const graphs = testsIn('tests/contracts.test.ts')('a %s reaches every state from its initial one');

export const states: Section[] = [
  {
    title: '4. Session and current user',
    rows: [
      state(
        'Signed out, without a type, or with a type, which leads to its dashboard.',
        testsIn('src/main/frame/gates/access.test.ts')('%s: %s'),
        testsIn('src/main/frame/home.test.tsx')('redirects a %s to their dashboard'),
      ),
      departing(
        'The current user is read every minute',
        constant(
          '5 s',
          'The user is fetched again.',
          user('polls every five seconds, except offline once the account is known'),
          user(
            'polls every minute while the server pushes changes, and reads the account when the page is shown',
          ),
        ),
      ),
      constant(
        '5 min',
        'The user is kept, and the call is not retried.',
        user('keeps the account for five minutes, and asks only once if that fails'),
      ),
      rule('401 means that there is no user.', user('returns null if the server answers 401, and asks once')),
    ],
  },
  {
    title: '4. Campaign and funding',
    rows: [
      state(
        'A campaign begins as draft, with escrow pending.',
        campaign('creates a wearable campaign as a draft to fund'),
      ),
      state(
        'After the capture and the funding it is active and funded.',
        funding('makes the campaign active with its money in escrow, once'),
      ),
      state(
        'Active → completed, once no place is held.',
        closing('completes a campaign once its last place is paid, and not before'),
      ),
      state(
        'Draft, active, completed are all its states.',
        graphs,
        testsIn('src/campaigns/server/tables.test.ts')('accepts every state of the process'),
      ),
      state(
        'The funding screen: pending, then processing.',
        payment('shows the amount due and opens the wallet once'),
      ),
      state(
        'The funding screen: success.',
        payment('the return captures, funds, confirms, and redirects after two seconds'),
      ),
      state(
        'The funding screen: error.',
        payment('a captured payment that has not funded the campaign is retried with the same payment'),
      ),
    ],
  },
  {
    title: '4. Application, proof and payment',
    rows: [
      state(
        'Marketers apply only to an active campaign that is not full.',
        applying('is refused for campaigns that are not open'),
        testsIn('src/campaigns/server/rules.test.ts')('applying to one that is %s'),
      ),
      state(
        'Approved applications are active gigs.',
        testsIn('src/main/pages/marketer/dashboard.test.tsx')(
          'labels places as in My applications, with finished work last',
        ),
      ),
      state(
        'Proof: pending → approved, which pays the marketer.',
        proofs('a decision > approves and pays once, and returns what the payment waits for'),
      ),
      state('Proof: pending → rejected.', proofs('rejects without payment, with the reason or the default')),
      text(
        'Rejected by advertiser',
        'The notes of a rejection without notes.',
        proofs('rejects without payment, with the reason or the default'),
      ),
      state(
        'No other changes of a proof, except by an upheld dispute.',
        proofs('once %s cannot become %s'),
        testsIn('src/disputes/server/disputes.test.ts')('approve a rejected proof'),
      ),
      state(
        'Payment: completed, pending, failed.',
        graphs,
        testsIn('src/payments/server/payouts/payouts.test.ts')(
          'a failed payment returns to the marketer’s balance and is paid to another address',
        ),
      ),
      state(
        'Any other payment status has a neutral style.',
        testsIn('src/payments/web/payment-status-labels.test.ts')(
          'shows an unknown state in the neutral style',
        ),
      ),
    ],
  },
  {
    title: '4. Tracking',
    rows: [
      departing(
        'A position is read every 15 seconds',
        state(
          'Start Tracking needs a known position and an active campaign, then sends every 15 seconds until Stop Tracking.',
          panel('starts, sends every 15 seconds, and stops'),
        ),
      ),
      departing(
        'Stop Tracking stops measuring at once',
        state('Stopping clears the position.', panel('starts, sends every 15 seconds, and stops')),
      ),
      state(
        'A position is live if the session is active and was heard from within 5 minutes.',
        testsIn('src/tracking/server/rules.test.ts')('a position is live for less than five minutes'),
        testsIn('src/tracking/web/live/live-campaign.test.tsx')(
          'does not count a location as live after more than five minutes',
        ),
      ),
    ],
  },
  {
    title: '4. Identity, consents and wallet',
    rows: [
      state('KYC: incomplete, pending, approved, rejected.', graphs),
      state(
        'Submitting sends kycStatus pending.',
        testsIn('src/kyc/web/kyc-page.test.tsx')('submits the fields and files'),
      ),
      state(
        'An admin approves or rejects.',
        kyc('approves once and notifies once; a later rejection is refused'),
        kyc('rejects with a reason, and allows a resubmission that replaces the first'),
      ),
      state(
        'Confirming the age sets ageVerified, termsAccepted and privacyAccepted.',
        consents('asks for both consents in turn, then continues'),
      ),
      state('Cancelling the age dialog leads home.', consents('cancelling the age question leads home')),
      state(
        'Location consent is granted or declined.',
        consents('declining the location gives no consent and stays on the page'),
      ),
      departing(
        'A telephone number has 7 to 15 digits',
        state(
          'The GPS position of the profile becomes verified; the button is then off.',
          profile('verifies the location once, to six decimals'),
          profile('shows Location Verified for a saved position, in the badge and the box'),
        ),
      ),
      departing(
        'PayPal counts as connected only',
        state(
          'Wallet popup closed after more than 3 seconds: connected.',
          wallet('after %d ms, is connected if the server confirms it'),
        ),
      ),
      state(
        'Wallet popup closed earlier: cancelled.',
        wallet('after %d ms, is not connected unless the server confirms it'),
      ),
      departing(
        'After the 30 seconds',
        state(
          'Wallet popup: closed after 30 seconds, with a message.',
          wallet('closes the popup, and reopens the same page without the 30-second limit'),
        ),
      ),
      state(
        'Resending email is locked for 60 seconds, and again after pressing.',
        confirmation('resends after a minute, then locks for another minute'),
      ),
      state(
        'A user is Verified or Pending.',
        testsIn('src/admin/web/admin-page.test.tsx')('shows the four figures and every user'),
      ),
    ],
  },
];
