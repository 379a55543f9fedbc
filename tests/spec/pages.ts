import { departing, page, rule, type Section, testsIn, text } from './rows.ts';

const access = testsIn('src/main/page-access.test.tsx');
const shown = access('%s is for the users of the table');
const gates = testsIn('src/main/frame/gates/guarded-page.test.tsx');
const notFound = testsIn('src/main/frame/gates/broken-page.test.tsx')(
  'shows the not-found page for an unknown address',
);
const help = testsIn('src/main/public/help/help.test.tsx')('takes every figure from the contracts');
const served = testsIn('src/platform/server/http/pages.test.ts');

export const pages: Section[] = [
  {
    title: '2. Pages: the route table',
    rows: [
      page('/', 'The landing page for visitors, home for users.', shown, served('%s serves the %s page')),
      page('/terms', 'Always available.', shown),
      page('/privacy', 'Always available.', shown),
      page('/tracking-demo', 'Always available.', shown),
      page('/change-user-type', 'Always available.', shown),
      page('/demo', 'Always available.', shown),
      page('/demo-advertiser', 'Always available.', shown),
      page('/demo-marketer', 'Always available.', shown),
      page('/marketer', 'Always available to visitors. Signed in, for marketers.', shown),
      departing(
        '/create-campaign and /campaign/{id}/payment refuse',
        page('/create-campaign', 'Always available to visitors.', shown),
      ),
      page('/map-test', 'Always available.', shown),
      page('/profile', 'Signed in.', shown),
      page('/advertiser', 'Signed in.', shown),
      page('/marketplace', 'Signed in.', shown),
      departing(
        '/create-campaign and /campaign/{id}/payment refuse',
        page('/campaign/:id/payment', 'Signed in.', shown),
      ),
      departing('/payments refuses', page('/payments', 'Signed in.', shown)),
      page('/proof-review', 'Signed in.', shown),
      page('/kyc', 'Signed in.', shown),
      page('/user-type-selection', 'Signed in.', shown),
      page('/admin', 'For admins only.', shown),
      page('/auth/signin', 'Signed out.', shown),
      page('/auth/email-confirmation', 'Signed out.', shown),
      page('/campaigns/:id', 'View or edit a campaign. Its public fields are for everyone.', shown),
      rule(
        'A signed-in user without a type sees the selection of the type at every guarded page.',
        testsIn('src/main/frame/gates/access.test.ts')('%s: %s'),
        gates('asks a user without a type for it after a sign-in, even on a page open to visitors'),
      ),
      rule(
        "The text 'undefined' counts as no type. The server stores one of the three types, or none.",
        testsIn('tests/spec-coverage.test.ts')('each option list has the values of the specification'),
      ),
      departing(
        'A signed-out visitor at a guarded address',
        rule(
          'A signed-out visitor at any other path sees the landing page. Settled later: they are led to the sign-in and back.',
          gates('sends visitors to the sign-in page and remembers the requested page'),
        ),
      ),
      rule(
        'An unknown address shows the not-found page with status 404.',
        served('%s is unknown: 404 with the app’s page for a browser, and in JSON for a program'),
        notFound,
      ),
      text('404 Page Not Found', 'Heading of the not-found page.', notFound),
      text('Did you forget to add the page to the router?', 'Hint of the not-found page.', notFound),
      rule(
        'The server answers at the path of every page.',
        testsIn('tests/page-paths.test.ts')('the server knows the path of every page'),
        access('every page is in the table'),
      ),
    ],
  },
  {
    title: 'Pages beyond the specification',
    rows: [
      page('/shared-report', 'A campaign report by a link.', shown),
      page('/team', 'The team of a business.', shown),
      page('/team/invitation', 'Accept an invitation to a team.', shown),
      page('/applications', 'A marketer’s applications and strikes.', shown),
      page('/marketers', 'The list of marketers for advertisers.', shown),
      page('/payment-history', 'An advertiser’s money over all campaigns, with invoices.', shown),
      page('/payments/year', 'A marketer’s yearly summary.', shown),
      page('/messages/:id?', 'Conversations about applications.', shown),
      page('/notifications', 'All notifications.', shown),
      page('/help', 'Questions and answers for everyone.', shown, help),
      page('/help/marketers', 'Questions and answers for marketers.', shown, help),
      page('/help/advertisers', 'Questions and answers for advertisers.', shown, help),
      page('/settings', 'Notifications, sessions, export and deletion of the account.', shown),
      page('/proofs/:id/tip', 'A tip for approved work.', shown),
      page('/disputes/:id', 'A dispute with its timeline.', shown),
    ],
  },
];
