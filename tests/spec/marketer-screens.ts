import { constant, departing, rule, type Section, testsIn, text } from './rows.ts';

const dashboard = testsIn('src/main/pages/marketer/dashboard.test.tsx');
const own = dashboard('a marketer sees their own figures');
const demo = dashboard('shows visitors labelled sample figures');
const gigs = testsIn('src/main/pages/marketer/gigs-near-you.test.tsx');
const card = testsIn('src/campaigns/web/campaign-card.test.tsx');
const cardOfWork = card('a card shows the work, its free places and its pay');
const marketplace = testsIn('src/applications/web/marketplace/marketplace-page.test.tsx');
const counts = marketplace('counts the campaigns and shows for each whether it is open');
const filters = testsIn('src/applications/web/marketplace/marketplace-filters.test.ts');
const payments = testsIn('src/payments/web/payments-page.test.tsx');
const kyc = testsIn('src/kyc/web/kyc-page.test.tsx');
const consents = testsIn('src/profiles/web/consents/use-compliance.test.tsx');
const profile = testsIn('src/profiles/web/profile-page.test.tsx');
const social = testsIn('src/profiles/web/social/social-accounts.test.tsx');

export const marketerScreens: Section[] = [
  {
    title: '2. Marketer dashboard',
    rows: [
      text(
        'Access Denied',
        'For other types.',
        testsIn('src/main/frame/gates/guarded-page.test.tsx')(
          'denies access if a user of another role requests the page',
        ),
      ),
      text(
        'This page is for marketers only.',
        'For other types.',
        testsIn('src/main/frame/gates/access.test.ts')('returns the messages of the specification'),
      ),
      rule('Without a user a demo user is shown.', demo),
      rule('The welcome shows the rating.', own),
      departing(
        "'Verified Marketer' shows only if",
        text('Verified Marketer', 'The label in the welcome.', own),
      ),
      text('Find Gigs', 'Leads to /marketplace.', own),
      text('Edit Profile', 'Leads to /profile.', own),
      text('Total Earnings', 'Tile.', own),
      text('This Month', 'Tile.', own),
      text('Completed Gigs', 'Tile.', own),
      text('Rating', 'Tile.', own),
      rule(
        'Active Campaigns lists up to 3 approved applications.',
        dashboard('labels places as in My applications, with finished work last'),
      ),
      text('Campaign #', 'Each row has the campaign’s id and the day of the application.', own),
      rule(
        'Recent Activity lists up to 3 proofs, as approved, pending review or rejected.',
        dashboard('lists the three newest proofs with their state'),
      ),
      rule(
        'Each approved application has a panel for GPS tracking.',
        dashboard('shows trackable work above the figures, and keeps it there when its time is over'),
      ),
      departing(
        'On the dashboard of a signed-in marketer, Connect asks',
        rule(
          'Social Media Accounts has a Connect button per platform.',
          own,
          social('connects every platform, and shows errors at their field'),
        ),
      ),
      rule('In the demo a toast says that Connect is a demo.', demo),
      text('Connecting...', 'On the button of the demo, for 2 seconds.', demo),
      text('This Week', 'Panel. For users its figures are computed.', own),
      departing(
        'The demo tiles show $135 earned',
        rule('The demo shows 5 applications, 3 approvals, and $135 this week.', demo),
      ),
      rule('A panel with notifications. For users they are real.', demo),
      departing(
        "'Available Gigs Near You' shows campaigns",
        text('Available Gigs Near You', 'The first 4 campaigns.', own),
      ),
      text('View All', 'Leads to all campaigns.', own),
      text('No campaigns available', 'Empty state.', gigs('links to all campaigns if none are near')),
      text('Browse All Campaigns', 'In the empty state.', gigs('links to all campaigns if none are near')),
    ],
  },
  {
    title: '2. Campaign card',
    rows: [
      rule(
        'Shows the company’s initials.',
        testsIn('src/platform/web/ui/monogram.test.ts')('%j has the initials %s'),
      ),
      rule('Shows title, company, status, location, duration, start.', cardOfWork),
      text('{hired} / {needed} marketers', 'The taken places.', cardOfWork),
      text('Available', 'Badge while there are places.', cardOfWork),
      text('Full', 'Badge without places.', card('a campaign without free places says Full')),
      rule('Shows the budget, the posted date, and the pay with its hourly equivalent.', cardOfWork),
      rule('Names ages, and the gender unless it is any.', card('formats pay, audience and tiers')),
      text('Apply Now', 'The button of the card.', cardOfWork),
    ],
  },
  {
    title: '2. Marketplace',
    rows: [
      text('Campaign Marketplace', 'Heading.', counts),
      text('Back to Dashboard', 'Button.', counts),
      departing(
        'A search for one or two letters',
        rule(
          'The search looks for the text in titles, in any case.',
          marketplace('typing searches, and Clear Filters shows everything again'),
          testsIn('src/campaigns/server/search/campaign-search.test.ts')(
            'every combination of filters and sorts returns the same as checking every row, page by page',
          ),
        ),
      ),
      rule(
        'Filters by city: San Francisco, Los Angeles, New York, Chicago first.',
        filters('lists the four cities first, then the others by name'),
      ),
      rule('Filters by pay: 20-30, 30-40, 40+.', filters('pay %s')),
      departing('One campaign is counted', text('{n} campaigns found', 'The count.', counts)),
      departing('The marketplace shows available campaigns', rule('Counts the active campaigns.', counts)),
      rule('Cards show place, duration, budget, hourly pay and places.', cardOfWork),
      departing(
        'Apply Now first checks',
        rule(
          'Apply Now had no action here. Settled later: it applies.',
          marketplace('applies once the consents are given, and replaces the button with the state'),
        ),
      ),
      text(
        'Clear Filters',
        'In the empty state.',
        marketplace('typing searches, and Clear Filters shows everything again'),
      ),
    ],
  },
  {
    title: '2. Payment dashboard',
    rows: [
      rule(
        'Cards: total earnings, completed payments, pending payments.',
        payments('shows paid and pending amounts, and why a payment is on hold'),
      ),
      rule(
        'The wallet email can be updated; the button is off while it is empty.',
        payments('saves the wallet email'),
      ),
      departing(
        "The payment history shows the campaign's title",
        rule(
          'The history shows campaign, date, amount, fee and status.',
          payments('shows paid and pending amounts, and why a payment is on hold'),
        ),
      ),
      text('No payments received yet', 'Empty history.', payments('shows an empty state without payments')),
    ],
  },
  {
    title: '2. KYC and compliance',
    rows: [
      departing(
        '/kyc asks only marketers',
        rule(
          'Rows for age verification, location consent, and identity check.',
          kyc('shows the state of age, location consent and identity check'),
          kyc('says how long a review usually takes'),
        ),
      ),
      rule('Lists the legal requirements.', kyc('shows the amount above which a tax ID is required')),
      rule(
        'The form shows only while the check is incomplete or rejected and the age is verified.',
        kyc('shows the form only after the user has verified their age'),
        kyc('shows what the profile knows instead of asking again, until the user changes it'),
      ),
      rule(
        'A rejection shows its reason and allows to submit again.',
        kyc('shows the rejection reason and masked numbers, and allows a resubmission'),
      ),
      text('Pending Review', 'While it waits.', kyc('submits the fields and files')),
      rule(
        'The age dialog has two boxes. Confirm sets the flags.',
        consents('asks for both consents in turn, then continues'),
      ),
      rule('Cancel in the age dialog leads home.', consents('cancelling the age question leads home')),
      rule(
        'The location dialog needs its box to allow.',
        consents('asks for both consents in turn, then continues'),
      ),
    ],
  },
  {
    title: '2. Profile',
    rows: [
      rule(
        'Photo upload.',
        testsIn('src/profiles/web/picture-field.test.tsx')(
          'uploads, saves and shows a chosen photo, which can be removed again',
        ),
      ),
      text('Email Verified', 'Badge.', profile('shows the badges of a verified %s')),
      text('Location Verified', 'Badge of marketers.', profile('shows the badges of a verified %s')),
      text('PayPal Connected', 'Badge of marketers.', profile('shows the badges of a verified %s')),
      text('KYC Verified', 'Badge if the check is approved.', profile('shows the badges of a verified %s')),
      rule('Location with GPS verification.', profile('verifies the location once, to six decimals')),
      departing(
        'Disconnecting PayPal keeps',
        rule(
          'Marketers connect a wallet.',
          testsIn('src/payments/web/wallet-connection.test.tsx')(
            'shows the address, which stays after disconnecting',
          ),
        ),
      ),
      rule(
        'Advertisers enter their business.',
        profile('asks an advertiser for the business and not for a wallet'),
      ),
      rule(
        'first_login=true shows a welcome: all fields are required for marketers.',
        profile('shows an error at each empty required field'),
      ),
      constant(
        '0.5 s',
        'After saving, the dashboard opens.',
        profile('saves the whole profile and opens the dashboard half a second later'),
      ),
    ],
  },
];
