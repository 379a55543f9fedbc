import { constant, departing, rule, type Section, testsIn } from './rows.ts';

const here = testsIn('tests/spec-coverage.test.ts');
const rules = testsIn('src/campaigns/server/rules.test.ts');
const fee = rules('is the pay of all places plus 15 %, rounded half up to the cent');
const form = testsIn('src/campaigns/web/form/create-campaign-page.test.tsx');
const uploads = testsIn('src/uploads/contract.test.ts');
const payouts = testsIn('src/payments/server/payouts/payouts.test.ts');
const kycPage = testsIn('src/kyc/web/kyc-page.test.tsx')('shows the amount above which a tax ID is required');
const live = testsIn('src/tracking/web/live/live-campaign.test.tsx');
const panel = testsIn('src/tracking/web/tracker/panel/tracking-panel.test.tsx')(
  'starts, sends every 15 seconds, and stops',
);
const dashboard = testsIn('src/main/pages/marketer/dashboard.test.tsx');
const filters = testsIn('src/applications/web/marketplace/marketplace-filters.test.ts');
const confirmation = testsIn('src/auth/web/sign-in/email-confirmation-page.test.tsx');
const wallet = testsIn('src/payments/web/wallet-connection.test.tsx');
const profile = testsIn('src/profiles/web/profile-page.test.tsx');
const user = testsIn('src/auth/web/use-current-user.test.tsx');
const gps = profile('verifies the location once, to six decimals');

export const constants: Section[] = [
  {
    title: '9. Business constants and limits',
    rows: [
      constant(
        '18',
        'Minimum age.',
        testsIn('src/profiles/server/profiles.test.ts')('requires an age of 18'),
      ),
      constant(
        '10-15%',
        'The fee in the terms.',
        testsIn('src/main/public/public-pages.test.tsx')(
          'the terms name contractors, the intermediary and the fee',
        ),
      ),
      constant('15%', 'Charged: pay × marketers, plus this, in USD.', fee),
      constant(
        '$25',
        'Minimum pay of a wearable session.',
        here('the limits of the campaign form are those of the specification'),
        form('a value out of range is reported on its field'),
      ),
      constant(
        '30 min',
        'Minimum duration of a wearable campaign.',
        here('the limits of the campaign form are those of the specification'),
        form('a value out of range is reported on its field'),
      ),
      constant(
        '$50 per hour',
        'Stated average earnings.',
        testsIn('src/main/public/public-pages.test.tsx')(
          'the landing page makes the claims of the specification, and shows its figures and notice',
        ),
      ),
      constant(
        '1',
        'Minimum number of marketers.',
        testsIn('src/campaigns/server/routes.test.ts')('%s is refused on its field, and nothing is stored'),
      ),
      constant(
        '10 characters',
        'Minimum description.',
        testsIn('src/campaigns/form-contract.test.ts')(
          'accepts a short description in a draft but not in a campaign',
        ),
      ),
      constant(
        '500, 1000, 2000, 3000, 5000, 10000 m',
        'Radius options, and 100 and 250 m settled later; 1000 by default.',
        here('the radius options are those of the specification'),
        testsIn('src/platform/web/maps/picker/location-picker.test.tsx')(
          'offers eight radii and keeps the location when the user chooses one',
        ),
      ),
      constant(
        'San Francisco, zoom 13',
        'Where the map of the form begins.',
        testsIn('src/platform/web/maps/picker/location-picker.test.tsx')('begins in San Francisco'),
        testsIn('src/platform/web/maps/map-underlay.test.tsx')(
          'is drawn at zoom 13 unless another one is given',
        ),
      ),
      departing(
        'After a pick the map fits',
        constant(
          'zoom 15',
          'After a place is chosen.',
          testsIn('src/platform/web/maps/use-fit.test.tsx')(
            'fits a new ring even if the user has moved the map',
          ),
        ),
      ),
      constant(
        'New York, zoom 13',
        'Where the live map begins.',
        live('the map begins in New York if there is nothing to show'),
        testsIn('src/platform/web/maps/map-underlay.test.tsx')(
          'is drawn at zoom 13 unless another one is given',
        ),
      ),
      departing(
        "There is no 'Map container not found'",
        constant(
          '50 × 100 ms',
          'Wait for the map’s container. Left out.',
          testsIn('src/platform/web/maps/map-underlay.test.tsx')(
            'draws the zone, the name of the place and a round scale without the map engine',
          ),
        ),
      ),
      constant(
        '10 MB',
        'Brand assets: PNG, JPG, PDF.',
        uploads('brand assets are PNG, JPG or PDF up to 10MB'),
        uploads('%s accepts at most %i MB, and its text says so'),
      ),
      constant(
        '2',
        'Minutes of video by default.',
        testsIn('src/campaigns/server/routes.test.ts')('creates a wearable campaign as a draft to fund'),
      ),
      constant(
        '$600',
        'Per year; above it a tax ID is needed.',
        payouts('invariant 26: a payment above the yearly threshold waits for a tax ID, earlier ones do not'),
        kycPage,
      ),
      constant('7 years', 'Records are typically kept.', kycPage),
      constant(
        '5 MB',
        'Profile photo, images only.',
        uploads('%s accepts at most %i MB, and its text says so'),
        uploads('%s names the accepted types, and explains HEIC'),
      ),
      departing(
        'Lists that other users change',
        rule(
          'Data is never stale, not refetched on focus or by an interval, and not retried.',
          testsIn('src/platform/web/query.test.tsx')(
            'data never becomes stale, and nothing is refetched or retried automatically',
          ),
        ),
      ),
      departing(
        'The current user is read every minute',
        constant(
          '5000 ms, 300000 ms',
          'The user is polled and kept.',
          user('polls every five seconds, except offline once the account is known'),
          user('keeps the account for five minutes, and asks only once if that fails'),
        ),
      ),
      constant(
        '10 s',
        'Poll of live positions and sessions.',
        live('polls every ten seconds, and keeps the last answer if a poll fails'),
      ),
      constant('15 s', 'Between two positions.', panel),
      constant('10 s, 30 s, high accuracy', 'Geolocation of the tracker: timeout, age, accuracy.', panel),
      constant('15 s, 60 s, 6 decimals', 'Geolocation of the profile: timeout, age, shown digits.', gps),
      constant(
        '5 min',
        'A position is live.',
        live('does not count a location as live after more than five minutes'),
      ),
      constant(
        '3',
        'Approved applications on the dashboard.',
        dashboard('labels places as in My applications, with finished work last'),
      ),
      constant('3', 'Proofs on the dashboard.', dashboard('lists the three newest proofs with their state')),
      constant('4', 'Campaigns on the dashboard.', dashboard('a marketer sees their own figures')),
      departing(
        "'This Month' compares",
        rule(
          'This Month sums completed payments of the calendar month.',
          testsIn('src/main/pages/marketer/figures.test.ts')('%s'),
          testsIn('src/proofs/server/stats.test.ts')(
            'counts approved proofs, and money that arrived since the given times',
          ),
        ),
      ),
      constant(
        '4',
        'Cities of the marketplace that are always there.',
        filters('lists the four cities first, then the others by name'),
      ),
      constant(
        '20-30, 30-40, 40+',
        'Pay per hour in the marketplace.',
        filters('offers the pay bands of the specification'),
        filters('pay %s'),
      ),
      constant('2 s', 'The demo’s Connecting.', dashboard('shows visitors labelled sample figures')),
      departing(
        'The notification badge shows the real unread count',
        constant(
          '3',
          'The badge. Settled later: the real number.',
          testsIn('src/notifications/web/notification-bell.test.tsx')(
            'shows the number of unread notifications, and no badge at 0',
          ),
        ),
      ),
      departing(
        'A rating has up to three ticks',
        constant(
          '5.0',
          'Rating by default.',
          testsIn('tests/samples.test.ts')('%s: valid, and the server sends it unchanged'),
          testsIn('src/ratings/server/ratings.test.ts')(
            'lists of marketers show and filter by the public average; those without ratings stay',
          ),
        ),
      ),
      constant('4.8', 'Rating of the demo user.', dashboard('shows visitors labelled sample figures')),
      constant(
        '2 s',
        'After funding the dashboard opens.',
        testsIn('src/campaigns/web/payment/campaign-payment-page.test.tsx')(
          'the return captures, funds, confirms, and redirects after two seconds',
        ),
      ),
      constant(
        '0.5 s',
        'After saving the profile the dashboard opens.',
        profile('saves the whole profile and opens the dashboard half a second later'),
      ),
      constant(
        '1 s',
        'After the sign-in by email home opens.',
        confirmation('submits a pasted code automatically and leaves a second later'),
      ),
      constant(
        '60 s',
        'Between two emails of a sign-in.',
        confirmation('resends after a minute, then locks for another minute'),
      ),
      constant(
        '3 s, 30 s, 500 ms',
        'Wallet popup: minimum, timeout, poll.',
        wallet('after %d ms, is connected if the server confirms it'),
        wallet('closes the popup, and reopens the same page without the 30-second limit'),
        wallet('notices it at the next check, every half second'),
      ),
      rule(
        'Demo pages show fixed sample figures.',
        testsIn('src/main/public/public-pages.test.tsx')(
          'the demo for a %s labels its figures as samples, and leads to the sign-in',
        ),
      ),
    ],
  },
];
