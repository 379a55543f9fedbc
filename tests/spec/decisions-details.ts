import { departing, rule, type Section, testsIn } from './rows.ts';

const limits = testsIn('src/platform/server/limits/limits.test.ts');
const config = testsIn('src/platform/server/settings/config.test.ts');
const sessions = testsIn('src/tracking/server/sessions.test.ts');
const retention = testsIn('src/tracking/server/fixes/retention.test.ts');
const teams = testsIn('src/teams/server/access.test.ts');
const honest = testsIn('src/tracking/server/fixes/honest-losses.test.ts');
const seed = testsIn('tests/seed.test.ts');

export const decisionsDetails: Section[] = [
  {
    title: 'Settled: details',
    rows: [
      rule(
        'The simulator is reached only over HTTP; its books are a file of its own.',
        testsIn('packages/wallet-simulator/src/app.test.ts')(
          'are the same after a restart, even with a torn last line',
        ),
        testsIn('packages/wallet-simulator/src/books/journal.test.ts')(
          'cuts off a torn last line and continues after the complete ones',
        ),
      ),
      rule(
        'The Origin is compared with PUBLIC_URL, otherwise with the request’s own host.',
        testsIn('src/platform/server/security/session.test.ts')('%s with %o for %s: refused %s'),
      ),
      rule(
        'Cookies are named __Host- only over https.',
        testsIn('src/platform/server/security/session.test.ts')(
          'adds the __Host- prefix to https cookies only',
        ),
      ),
      departing(
        'In local mode',
        rule(
          'Limits are settings: positions 20 at once and one per 5 s.',
          limits('locations: 20 at once, then one every five seconds'),
          testsIn('src/platform/server/limits/settings.test.ts')(
            'the defaults are those of the rate-limit table',
          ),
        ),
      ),
      rule(
        'Sign-in codes: 5 per address and hour.',
        testsIn('src/auth/server/sign-in/sign-in.test.ts')(
          'mail an address at most five times an hour, from any client',
        ),
      ),
      rule(
        'Polling the user does not keep an idle session alive.',
        testsIn('src/auth/server/sign-in/sign-in.test.ts')(
          'end when they are idle; polling does not keep them alive',
        ),
      ),
      rule(
        'recordedAt is clamped to the session and to receipt.',
        sessions('are clamped to the session and never later than receipt'),
      ),
      rule(
        'Late positions count until the proof is sent, also after silence has ended the session.',
        sessions('count for presence even if they arrive after silence has ended the session'),
        honest('of two hours offline all count, though silence has ended the session'),
      ),
      rule(
        'Positions of sessions without proof go 30 days after the campaign’s end.',
        retention('are erased 30 days after the campaign’s end if there is no proof'),
      ),
      rule(
        'A campaign’s city is derived by the server.',
        testsIn('src/campaigns/server/routes.test.ts')('creates a wearable campaign as a draft to fund'),
      ),
      rule(
        'Teams: viewers read, managers also decide, owners also fund, close and refund.',
        teams('a manager can decide applications and proofs, a viewer cannot'),
        teams('only the owner can handle money and close a campaign'),
      ),
      rule(
        'The popup’s result counts only when the server confirms it.',
        testsIn('src/payments/web/wallet-connection.test.tsx')(
          'after %d ms, is not connected unless the server confirms it',
        ),
      ),
      rule(
        'Landing claims are the specification’s own, in one file.',
        testsIn('src/main/public/public-pages.test.tsx')(
          'the landing page makes the claims of the specification, and shows its figures and notice',
        ),
      ),
      rule(
        'The demo world is made by the services on a clock of its own.',
        seed('has campaigns in every state, applicants to decide on and proofs to review'),
        seed('matches the wallet to the cent, and nothing was moved twice'),
        seed('serves pages and the progress while it is being built, and refuses calls'),
      ),
      rule(
        'Notifications are outbox events with mail and a row in the app.',
        testsIn('src/notifications/server/notifications.test.ts')(
          'notifies the advertiser of a funded campaign, with an email and a link',
        ),
      ),
      rule(
        'Settings that production needs are checked at the start.',
        config('names every missing setting in one error'),
      ),
    ],
  },
];
