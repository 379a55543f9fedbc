import { departing, rule, type Section, testsIn, text } from './rows.ts';

const pages = testsIn('src/main/public/public-pages.test.tsx');
const sections = pages('the landing page has its sections, anchors and links');
const claims = pages(
  'the landing page makes the claims of the specification, and shows its figures and notice',
);
const home = testsIn('src/main/frame/home.test.tsx');
const selection = testsIn('src/main/frame/gates/user-type-selection.test.tsx');
const navigation = testsIn('src/main/frame/gates/access.test.ts')('returns the navigation links of a %s');
const frame = testsIn('src/main/frame/app-frame.test.tsx');
const signIn = testsIn('src/auth/web/sign-in/sign-in-page.test.tsx');
const confirmation = testsIn('src/auth/web/sign-in/email-confirmation-page.test.tsx');
const changeType = testsIn('src/auth/web/account/change-type-page.test.tsx');
const trackingDemo = testsIn('src/main/public/tracking-demo/tracking-demo.test.tsx');
const roles = testsIn('tests/journeys/roles.spec.ts')('from signing in to signing out as a ${visitor}');

export const publicScreens: Section[] = [
  {
    title: '2. Landing page',
    rows: [
      departing(
        'The landing page also shows the product',
        rule('The navigation has the anchors #how-it-works, #features and #contact.', sections),
      ),
      rule('Sign In and Get Started are full page loads of /auth/signin.', sections),
      text('Try Demo - No Sign In Required', 'Leads to /demo.', sections),
      rule('How it works: sign up and verify, find campaigns, earn money.', sections),
      rule('Sections: statistics, For Marketers, For Advertisers, Social Media Campaigns.', sections, claims),
      rule('The social section names four platforms.', sections),
      rule('The footer links to /terms and /privacy.', sections),
      text(
        'Must be 18+ to use this platform. Location consent required for participation.',
        'Notice.',
        claims,
      ),
    ],
  },
  {
    title: '2. Home',
    rows: [
      text(
        'Join as Marketer',
        'Without a type: a card for marketers.',
        selection('shows the error if the server refuses'),
      ),
      text(
        'Join as Advertiser',
        'Without a type: a card for advertisers.',
        selection('sends the choice once and opens its dashboard'),
      ),
      text(
        'Welcome to Promenade!',
        'Toast after auth=success, with the product’s name.',
        home('welcomes a user who has just signed in, and no other'),
      ),
      text(
        "You've successfully signed in.",
        'Text of that toast. The URL becomes /.',
        home('welcomes a user who has just signed in, and no other'),
      ),
      departing(
        'If a page asks a user to sign in',
        rule(
          'A marketer is redirected to /marketer, an advertiser to /advertiser, an admin to /admin.',
          home('redirects a %s to their dashboard'),
        ),
      ),
      rule(
        'A spinner shows while the user loads.',
        home('shows that it is loading, and then the landing page to a visitor'),
      ),
    ],
  },
  {
    title: '2. Navigation bar',
    rows: [
      rule('Only users have it: visitors see a sign-in link.', roles),
      rule('Dashboard leads to the dashboard of the user’s type.', navigation),
      departing(
        'The navigation of marketers and advertisers has Messages',
        rule('Marketers: Marketplace, Payments.', navigation),
      ),
      departing(
        'The navigation of marketers and advertisers has Messages',
        rule('Advertisers: Create Campaign, Review Proofs.', navigation),
      ),
      rule('Admins: Admin Panel.', navigation),
      rule('The logo leads to /.', frame('the logo leads home')),
      departing(
        'The notification badge shows the real unread count',
        rule(
          'The bell has a badge. Settled later: it shows the real number of unread notifications.',
          testsIn('src/notifications/web/notification-bell.test.tsx')(
            'shows the number of unread notifications, and no badge at 0',
          ),
        ),
      ),
      rule(
        'The profile menu shows name, email and type, with Profile, Settings and Log out (/api/logout).',
        frame('the profile menu names the user, and leads to profile, settings and sign-out'),
      ),
      departing(
        'Settings in the profile menu',
        rule(
          'Settings had no action. Settled later: it is a page.',
          testsIn('tests/journeys/account/settings.spec.ts')(
            'settings: choices and theme are saved, data is exported, and the account is deleted once no money is open',
          ),
        ),
      ),
      rule('On small screens the navigation has two columns.', roles),
    ],
  },
  {
    title: '2. User-type selection',
    rows: [
      rule(
        'Choosing a card leads to /marketer or /advertiser.',
        selection('sends the choice once and opens its dashboard'),
      ),
    ],
  },
  {
    title: '2. Sign-in',
    rows: [
      departing(
        'An account created with Google',
        text(
          'Continue with Google',
          'The identity provider: a browser redirect to /auth/google.',
          signIn('offers Google if it is set up, otherwise says why not'),
        ),
      ),
      rule(
        'Email with a choice of the role.',
        signIn('sends email and role once and opens the confirmation page'),
      ),
      departing(
        'A failed sign-in with Google',
        rule('error=auth_failed shows a failure notice.', signIn('shows that Google sign-in failed')),
      ),
      departing(
        'Screens link to /auth/signin',
        rule(
          '/api/login is also linked for the sign-in. Settled later: it redirects to /auth/signin.',
          testsIn('src/auth/server/sign-in/sign-in-abuse.test.ts')('is never taken from the query'),
        ),
      ),
      departing(
        'The email form leads to /auth/email-confirmation',
        rule(
          'After the sign-in by email the user gets to / one second later.',
          confirmation('submits a pasted code automatically and leaves a second later'),
        ),
      ),
    ],
  },
  {
    title: '2. Email confirmation',
    rows: [
      rule(
        'Shows the email of the query.',
        confirmation('shows the address and links to the development mailbox'),
      ),
      text(
        'your email',
        'If the query has none.',
        confirmation('says “your email” if it does not know the address'),
      ),
      rule(
        'Counts down 60 seconds, then offers to resend.',
        confirmation('resends after a minute, then locks for another minute'),
      ),
      text(
        'Back to Sign In',
        'Leads back to the sign-in.',
        confirmation('links from a used link back to sign-in'),
      ),
    ],
  },
  {
    title: '2. Change user type',
    rows: [
      rule(
        'A form with email and new type, also signed out.',
        changeType('tells a signed-out user that a link was mailed if the account exists'),
      ),
    ],
  },
  {
    title: '2. Static and demo pages',
    rows: [
      rule(
        'Terms of Service: 12 sections and Back to Home.',
        pages('the %s has twelve sections and leads back home'),
      ),
      rule(
        'Privacy Policy: 12 sections and Back to Home.',
        pages('the %s has twelve sections and leads back home'),
      ),
      rule(
        'The sections of the privacy policy scroll, and data is never sold.',
        pages('the sections of the privacy policy scroll, and it says that data is never sold'),
      ),
      rule(
        '/demo leads to /demo-marketer or /demo-advertiser.',
        pages('the demo chooser leads to both demos'),
      ),
      departing(
        '/marketer for visitors, /demo-marketer, and /demo-advertiser are the real dashboards',
        rule(
          'Demo dashboards show sample figures and prompts to sign in.',
          pages('the demo for a %s labels its figures as samples, and leads to the sign-in'),
          testsIn('src/main/demo/demo.test.tsx')(
            'what an account is needed for explains itself, and sends nothing',
          ),
        ),
      ),
      departing(
        'The walk of /tracking-demo starts once it is visible',
        rule(
          '/tracking-demo shows an advertiser’s map beside a marketer’s tracker.',
          trackingDemo('shows the walk from far away into the area on both sides'),
          trackingDemo('pauses, continues from there, and starts again from the beginning'),
        ),
      ),
      text(
        '15 seconds',
        'The update frequency of the demo.',
        trackingDemo('labels itself as a demo and asks for nothing but the contact'),
      ),
      text(
        'Demo Mode',
        'The badge of the demo.',
        trackingDemo('labels itself as a demo and asks for nothing but the contact'),
      ),
      rule(
        '/map-test is a page to debug the map, with a log.',
        testsIn('src/platform/web/maps/test-page/map-test-page.test.tsx')(
          'shows results with provider and duration, and sets a result as the point',
        ),
      ),
    ],
  },
];
