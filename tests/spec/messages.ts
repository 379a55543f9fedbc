import { constant, departing, rule, type Section, testsIn, text } from './rows.ts';

const marketplace = testsIn('src/applications/web/marketplace/marketplace-page.test.tsx');
const applied = marketplace('applies once the consents are given, and replaces the button with the state');
const panel = testsIn('src/tracking/web/tracker/panel/tracking-panel.test.tsx');
const walk = panel('starts, sends every 15 seconds, and stops');
const live = testsIn('src/tracking/web/live/live-campaign.test.tsx')(
  'polls every ten seconds, and keeps the last answer if a poll fails',
);
const form = testsIn('src/campaigns/web/form/create-campaign-page.test.tsx');
const created = form('a complete form creates one campaign and continues to payment');
const review = testsIn('src/proofs/web/review/proof-review-page.test.tsx');
const payment = testsIn('src/campaigns/web/payment/campaign-payment-page.test.tsx');
const walletButton = testsIn('src/campaigns/web/payment/wallet-button.test.tsx');
const payments = testsIn('src/payments/web/payments-page.test.tsx');
const kyc = testsIn('src/kyc/web/kyc-page.test.tsx');
const profile = testsIn('src/profiles/web/profile-page.test.tsx');
const connection = testsIn('src/payments/web/wallet-connection.test.tsx');
const signIn = testsIn('src/auth/web/sign-in/sign-in-page.test.tsx');
const calls = testsIn('src/platform/web/call.test.ts');
const gps = profile('shows the reason if the location fails (%i)');

export const messages: Section[] = [
  {
    title: '8. Error catalogue',
    rows: [
      rule(
        'An error’s message is the status, a colon, and the body or the status text.',
        calls('throws a refusal with status, code, text, fields and request id'),
        calls('uses the status text if the response is empty, and hides text meant for machines'),
      ),
      text('Application Submitted', 'After applying: title.', applied),
      text('Your application has been submitted successfully!', 'After applying: text.', applied),
      rule('Applying fails: ‘Error’ with the server’s message.', marketplace('shows the server’s refusal')),
      text(
        'Failed to submit application',
        'Applying fails without a message.',
        marketplace('shows a general error if the response has no text'),
      ),
      text('Campaign Started', 'Session started: title.', walk),
      text('GPS tracking is now active for this campaign', 'Session started: text.', walk),
      text(
        'Failed to start campaign session',
        'Session not started.',
        panel('shows the reason of a refused start'),
      ),
      text('Campaign Ended', 'Session ended: title.', walk),
      text('GPS tracking has been stopped', 'Session ended: text.', walk),
      text(
        'Failed to end campaign session',
        'Session not ended.',
        panel('says that a stop could not be sent, and sends it when asked'),
      ),
      text(
        'Failed to update location',
        'A position could not be sent.',
        panel('keeps unsent positions and sends them together, in order'),
      ),
      text(
        'Retry Location',
        'The button then.',
        panel('keeps unsent positions and sends them together, in order'),
      ),
      text('Failed to fetch live tracking data', 'Live positions fail.', live),
      text('Failed to fetch active sessions', 'Sessions fail.', live),
      departing(
        "'Failed to load the map: {reason}'",
        text(
          'Failed to load the map: {reason}',
          'The map fails. The specification names Google Maps.',
          testsIn('src/platform/web/maps/map-view.test.tsx')(
            'shows the same facts as a list if the browser cannot draw maps',
          ),
        ),
      ),
      departing(
        "There is no 'Map container not found'",
        rule(
          'The map has no container. Left out.',
          testsIn('src/platform/web/maps/map-view.test.tsx')(
            'shows the same facts as a list if the browser cannot draw maps',
          ),
        ),
      ),
      text(
        'Access Denied',
        'Another type at the marketer’s page.',
        testsIn('src/main/frame/gates/guarded-page.test.tsx')(
          'denies access if a user of another role requests the page',
        ),
      ),
      text(
        'This page is for administrators only.',
        'Another type at the admin’s page.',
        testsIn('src/main/frame/gates/access.test.ts')('returns the messages of the specification'),
      ),
      rule(
        'Creating fails: ‘Error’ with the server’s message.',
        form('a server refusal shows a toast and a field error, and keeps all values'),
      ),
      text(
        'Failed to create campaign',
        'Creating fails without a message.',
        form('says that it is creating, and shows a general error if the response has no text'),
      ),
      text('Campaign Created', 'Created: title.', created),
      text('Your campaign has been created. Complete payment to activate it.', 'Created: text.', created),
      text(
        'Location Required',
        'No place on the map.',
        form('an empty form reports all missing fields at once'),
      ),
      rule(
        'A decision fails: ‘Error’ with the server’s message.',
        review('shows an error and refetches the list if the decision came too late'),
      ),
      text(
        'Failed to update proof',
        'A decision fails without a message.',
        review('shows a general error if the response has no text'),
      ),
      text(
        'Proof Updated',
        'Decided: title.',
        review('asks for confirmation with the amount, and pays once'),
      ),
      text(
        'The proof submission has been updated successfully.',
        'Decided: text.',
        review('asks for confirmation with the amount, and pays once'),
      ),
      text(
        'Payment Error',
        'An order fails: title.',
        payment('an order that cannot be opened can be retried'),
      ),
      text(
        'Failed to create payment order. Please try again.',
        'An order fails: text.',
        payment('an order that cannot be opened can be retried'),
      ),
      text(
        'Failed to complete payment. Please try again.',
        'A capture fails.',
        payment('a capture without a response is retried with the same order'),
      ),
      text(
        'There was an error processing your payment. Please try again.',
        'The provider fails.',
        walletButton('a wallet error is reported once, and the wallet’s page is offered instead'),
      ),
      text(
        'Payment Cancelled',
        'The buyer cancels: title.',
        payment('a user who cancels at the wallet sees a message and can still pay'),
      ),
      text(
        'You cancelled the payment process.',
        'The buyer cancels: text.',
        payment('a user who cancels at the wallet sees a message and can still pay'),
      ),
      text(
        'Payment Failed',
        'Funding fails: title.',
        payment('a captured payment that has not funded the campaign is retried with the same payment'),
      ),
      text(
        'There was an error processing your payment. Please try again.',
        'Funding fails: text.',
        payment('a captured payment that has not funded the campaign is retried with the same payment'),
      ),
      text(
        'Campaign Funded Successfully!',
        'Funded: title.',
        payment('the return captures, funds, confirms, and redirects after two seconds'),
      ),
      text(
        'Your campaign is now active and marketers can apply.',
        'Funded: text.',
        payment('the return captures, funds, confirms, and redirects after two seconds'),
      ),
      text(
        'Failed to update PayPal email. Please try again.',
        'The wallet email fails.',
        payments('shows an invalid address at the field and other failures in a toast'),
      ),
      text('PayPal Email Updated', 'The wallet email is saved.', payments('saves the wallet email')),
      rule(
        'KYC fails: the server’s message.',
        kyc('keeps the input and marks the file that the server rejects'),
      ),
      text(
        'Failed to update KYC information.',
        'KYC fails without a message.',
        kyc('shows a general error if the response has no text'),
      ),
      text('KYC Updated', 'KYC is submitted for review.', kyc('submits the fields and files')),
      text(
        'Failed to update compliance status.',
        'A consent fails.',
        testsIn('src/profiles/web/consents/use-compliance.test.tsx')(
          'shows a general error if the response has no text',
        ),
      ),
      rule(
        'The profile fails: the server’s message.',
        profile('keeps the input and shows the reason if saving fails'),
      ),
      text(
        'Failed to update profile.',
        'The profile fails without a message.',
        profile('saving fails with %s'),
      ),
      text(
        'HTTP error! status: {code}',
        'The profile fails with a status only.',
        profile('saving fails with %s'),
      ),
      text(
        'Location access denied. Please enable location permissions in your browser.',
        'GPS of the profile: denied.',
        gps,
      ),
      text('Location information is unavailable. Please try again.', 'GPS of the profile: unavailable.', gps),
      text('Location request timed out. Please try again.', 'GPS of the profile: timeout.', gps),
      text(
        'Geolocation is not supported by this browser',
        'GPS of the profile: unsupported.',
        profile('says if the browser has no geolocation'),
      ),
      text(
        'Popup blocked. Please allow popups for this site.',
        'Wallet: blocked.',
        connection('shows a blocked popup and starts nothing'),
      ),
      rule('Wallet: cancelled.', connection('after %d ms, is not connected unless the server confirms it')),
      rule(
        'Wallet: timed out.',
        connection('closes the popup, and reopens the same page without the 30-second limit'),
      ),
      rule('Wallet: failed.', connection('shows the result from the server: %s')),
      text(
        'Sign In Failed',
        'The sign-in fails, or the server’s message.',
        signIn('shows why a sign-in failed and keeps the input'),
      ),
      text(
        'Unable to sign in with Google. Please try again.',
        'The identity provider fails.',
        signIn('shows that Google sign-in failed'),
      ),
      text(
        'Failed to resend email',
        'Resending fails.',
        testsIn('src/auth/web/sign-in/email-confirmation-page.test.tsx')(
          'shows an error if resending fails, and counts down again',
        ),
      ),
      text(
        'Network error. Please try again.',
        'Changing the type without a connection.',
        testsIn('src/auth/web/account/change-type-page.test.tsx')(
          'shows an error if the server cannot be reached',
        ),
      ),
      text(
        'Something went wrong. Please try again.',
        'Choosing the type fails.',
        testsIn('src/main/frame/gates/user-type-selection.test.tsx')(
          'shows a general error if the response has no text',
        ),
      ),
      departing(
        'The picker shows errors',
        rule(
          'Failures of the place search and the position are only logged. The picker shows them.',
          testsIn('src/platform/web/maps/picker/location-picker.test.tsx')(
            'shows an error if the search fails, and retries',
          ),
        ),
      ),
    ],
  },
  {
    title: '8. Toasts',
    rows: [
      constant(
        '1',
        'Toasts at a time.',
        testsIn('src/platform/web/ui/states/toast.test.tsx')('shows only the newest toast'),
      ),
      constant(
        '5000 ms',
        'Time that a toast is shown.',
        testsIn('src/platform/web/ui/states/toast.test.tsx')('shows a toast for five seconds'),
      ),
      departing(
        'A dismissed toast is removed',
        constant(
          '1,000,000 ms',
          'Delay after a dismissal until the toast is removed. Left out.',
          testsIn('src/platform/web/ui/states/toast.test.tsx')('shows only the newest toast'),
        ),
      ),
    ],
  },
];
