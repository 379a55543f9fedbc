import { departing, rule, type Section, testsIn, text } from './rows.ts';

const signIn = testsIn('src/auth/server/sign-in/sign-in.test.ts');
const abuse = testsIn('src/auth/server/sign-in/sign-in-abuse.test.ts');
const google = testsIn('src/auth/server/google/google.test.ts');
const googleFails = google('sign-in with Google fails with the same text for');
const changeType = testsIn('src/auth/server/account/change-type.test.ts');
const command = testsIn('tests/admin-command.races.test.ts');
const deletion = testsIn('src/auth/server/account/deletion.test.ts');
const requests = testsIn('tests/security/requests.test.ts');
const authorisation = testsIn('tests/authorisation.test.ts');
const campaigns = testsIn('src/campaigns/server/routes.test.ts');
const rules = testsIn('src/campaigns/server/rules.test.ts');
const tables = testsIn('src/campaigns/server/tables.test.ts');
const closing = testsIn('src/campaigns/server/funding/closing.test.ts');
const search = testsIn('src/campaigns/server/search/campaign-search.test.ts');
const uploads = testsIn('src/uploads/server/content-service.test.ts');
const applications = testsIn('src/applications/server/routes.test.ts');
const races = testsIn('src/applications/server/applications.races.test.ts');
const strikes = testsIn('src/applications/server/strikes/strikes.test.ts');
const confirming = testsIn('src/applications/server/waitlist/confirmation.test.ts');
const forbidden = authorisation(
  'forbidden callers get the contract’s refusal, learn nothing and change nothing',
);

export const decisions: Section[] = [
  {
    title: 'Settled: accounts and sign-in',
    rows: [
      rule(
        'A session is on the server, behind an HttpOnly, SameSite=Lax cookie, Secure over https.',
        requests('of cookies bind them to HTTPS and this host, and hide them from scripts and other sites'),
      ),
      rule(
        'Every call that changes something checks Origin or Sec-Fetch-Site.',
        requests('with %o is rejected by every mutating route, with and without a body'),
      ),
      rule(
        'POST /auth/email mails a code and a link, the same for known and unknown addresses.',
        signIn('returns the same response for known and unknown addresses'),
        requests('cannot be told apart by the responses, cookies, emails and rows of /auth/email'),
      ),
      rule(
        'Code and link work for 10 minutes.',
        signIn('expires a code after ten minutes'),
        abuse('expires after ten minutes'),
      ),
      rule('Code and link work once.', signIn('redeems a code or link only once')),
      rule('Five wrong codes end them.', signIn('refuses the right code after five wrong ones')),
      rule(
        'The code works only in the browser that asked; the link anywhere.',
        signIn('refuses a code in another browser and accepts the link there'),
      ),
      rule(
        'Opening the link redeems nothing.',
        abuse('does not sign in when it is opened'),
        testsIn('src/auth/web/sign-in/email-confirmation-page.test.tsx')(
          'redeems a mailed link only when its button is pressed, also for a signed-in user',
        ),
      ),
      rule('userType counts only for a new account.', signIn('keeps the type of an existing account')),
      rule(
        'Resending goes to the pending sign-in’s address, 60 seconds apart.',
        signIn('resends after a minute, and the first code stops working'),
        signIn('resends nothing without a pending sign-in'),
      ),
      rule(
        'Without SMTP, mail goes to /dev/mailbox, outside production only.',
        testsIn('src/platform/server/mail/mailbox.test.ts')('lists mail newest first, with all its fields'),
        testsIn('src/platform/server/settings/config.test.ts')(
          'accepts the required settings and disables local features',
        ),
      ),
      rule(
        '/auth/google is a code flow with PKCE against a configurable issuer.',
        google('requests only the address, with PKCE, state and nonce, and returns to the callback'),
      ),
      rule(
        'Without credentials Google’s button is off and says why.',
        testsIn('src/auth/web/sign-in/sign-in-page.test.tsx')(
          'offers Google if it is set up, otherwise says why not',
        ),
      ),
      rule(
        'Failure returns to /auth/signin?error=auth_failed.',
        googleFails,
        google('is not offered, and redirects to the sign-in page'),
      ),
      rule('/api/login redirects to /auth/signin.', abuse('is never taken from the query')),
      rule(
        '/api/logout ends the session and refuses other sites.',
        signIn('end with a sign-out, unless another site requests it'),
        requests(
          'cannot sign a user out by a link or image, and a real sign-out clears the browser’s storage',
        ),
      ),
      rule('A user without a type picks one, once.', signIn('does not let a user choose the type twice')),
      departing(
        'If a user changes the role',
        rule(
          'The own type changes at once if nothing ties the account to it.',
          changeType('takes effect immediately, with a new token, and is mailed'),
          changeType('is refused with everything that prevents it'),
        ),
      ),
      rule(
        'Signed out, changing the type answers the same for every address, and a mailed link does it.',
        changeType('returns the same response for every address, and changes nothing'),
        changeType('changes the type once, ends all sessions, and does not sign in'),
      ),
      rule('No user can ask to be an admin.', changeType('%o')),
      rule(
        'ADMIN_EMAILS are admins once they have signed in.',
        signIn('makes a listed address an administrator once it has signed in'),
      ),
      rule(
        'npm run admin grants, revokes and lists.',
        command('grants, lists and revokes administrators once each'),
        testsIn('tests/admin-command.test.ts')(
          'works on the embedded database, from one command to the next',
        ),
      ),
      rule(
        'Settings: notification choices.',
        testsIn('src/notifications/server/email-choices/choices.test.ts')(
          'a topic that is switched off appears in the app but not by email; others are still emailed',
        ),
      ),
      rule(
        'Settings: sessions with revoke.',
        testsIn('src/auth/server/sign-in/session-list.test.ts')('signs another device out immediately'),
      ),
      rule(
        'Settings: export of the own data.',
        testsIn('src/auth/server/account/export.test.ts')(
          'exports all of the user’s own data, and nothing of the other side',
        ),
      ),
      rule(
        'Settings: deletion of the account, refused while money is held.',
        deletion('deletes an account: signs it out everywhere, mails the owner, and frees its address'),
        deletion('invariant 35: open matters prevent the deletion: > a running campaign and its escrow'),
      ),
      departing(
        'Deleting an account keeps finished campaigns',
        rule(
          'Deletion anonymises; ledger and audit rows stay.',
          deletion('leaves no personal data in any table, and keeps what the law requires'),
          deletion(
            'invariant 35: deletes a paid user: the books still balance, and others see a “Deleted user”',
          ),
        ),
      ),
    ],
  },
  {
    title: 'Settled: who may do what',
    rows: [
      rule(
        'One table in code says who may call what, and a test walks it with every role and other users’ objects.',
        forbidden,
        authorisation('allowed callers get in, and see nothing of others'),
        authorisation('belongs to a contract'),
      ),
      departing(
        'Unknown ids and other users',
        rule('Signed out 401, wrong role 403, another user’s object 404.', forbidden),
      ),
      rule('The browser hides what the server would refuse.', rules('$name of a campaign that is $status')),
      departing(
        'After a change of the location text',
        rule(
          'Taking part needs age, terms and privacy, and for wearable campaigns the location consent.',
          applications('requires age, terms and privacy, and for wearable campaigns the location consent'),
          testsIn('src/tracking/server/sessions.test.ts')('needs consent to location tracking'),
        ),
      ),
      rule(
        'A birth date under 18 is refused wherever it is given, and KYC needs it.',
        testsIn('src/profiles/server/profiles.test.ts')(
          'of age are refused if the date of birth says otherwise',
        ),
        testsIn('src/kyc/server/kyc.test.ts')('requires an age of 18'),
      ),
      rule(
        'Public and limited: campaigns, tiers, places, demo pages.',
        campaigns('shows public fields to everyone, and money only to its owner'),
        testsIn('src/platform/server/places/routes.test.ts')('is public'),
        requests('apply to every endpoint that has one, and say when to retry'),
      ),
      rule(
        '/create-campaign can be filled in signed out, and keeps what was typed.',
        testsIn('src/campaigns/web/form/create-campaign-page.test.tsx')(
          'asks visitors to sign in and keeps what they typed',
        ),
      ),
    ],
  },
  {
    title: 'Settled: campaigns',
    rows: [
      rule(
        'closeReason says how a campaign ended: finished, expired or cancelled.',
        closing('refunds everything and completes immediately if no place is held'),
        closing('closes expired campaigns, refunds unproven places, and waits for undecided ones'),
      ),
      rule('A draft may be incomplete.', campaigns('a draft requires nothing, not even a title')),
      rule(
        'Drafts are edited at /campaigns/{id}.',
        testsIn('src/campaigns/web/page/campaign-page.test.tsx')(
          'a draft opens in its form and is saved completely',
        ),
      ),
      rule('A funded campaign’s money and place cannot change.', campaigns('can no longer be changed')),
      rule(
        'The pay of a social post, if empty, is the even share of the budget.',
        rules('is otherwise, for social campaigns, the even share of the budget, never more than there is'),
      ),
      rule(
        'The pay of a post is within the tier’s range.',
        campaigns('accepts a pay at a limit of its tier: $%i'),
        campaigns('%s is refused'),
      ),
      rule(
        'The budget of a wearable campaign covers the pay of all marketers.',
        campaigns('%s is refused on its field, and nothing is stored'),
      ),
      rule(
        'The pricing table covers five platforms, their content types and five tiers, from $5 to $10,000.',
        tables('cover every content type of every platform in all five tiers, and nothing more'),
        tables('rise with the tier without gaps, from $5 to $10,000'),
      ),
      rule(
        'Brand assets are judged by content, up to 10 MB, and images lose their EXIF.',
        uploads('a photo loses its EXIF including the location, and is turned upright'),
        uploads('each purpose has its own types and sizes'),
        testsIn('src/campaigns/server/assets.test.ts')('accepts a PDF as artwork'),
      ),
      rule(
        'A wearable campaign runs from 30 minutes before its start until start + duration + 24 h; proof is due 48 h later.',
        rules(
          'wearable: from 30 minutes before the start until a day after the end; proof due two days later',
        ),
      ),
      rule('A social campaign runs 14 days.', rules('social: fourteen days from its start')),
      rule(
        'The sweep refunds places that were not taken or proved, and completes the campaign.',
        closing('closes expired campaigns, refunds unproven places, and waits for undecided ones'),
        closing('completes a campaign once its last place is paid, and not before'),
      ),
      rule(
        'The advertiser may close an active campaign; approved applicants keep their place in escrow.',
        closing('keeps an approved marketer’s pay in escrow until it is paid'),
        closing('keeps the place of a marketer without proof until the deadline'),
      ),
      rule(
        'GET /api/campaigns without parameters: newest first, at most 100.',
        testsIn('src/campaigns/server/search/listing-service.races.test.ts')(
          'lists the newest hundred without parameters, and links each page to the next',
        ),
      ),
      departing(
        '`GET /api/campaigns?open=true`',
        rule(
          'With parameters it filters, sorts and pages, with a Link header.',
          search(
            'every combination of filters and sorts returns the same as checking every row, page by page',
          ),
          campaigns('a page links to the next one, which continues where it ended'),
        ),
      ),
      rule(
        'The marketplace filters by text, city, pay, type, platform and followers, and sorts by newest, pay, distance and start.',
        search('each filter includes some campaigns and excludes some'),
        search('every combination of filters and sorts returns the same as checking every row, page by page'),
        testsIn('src/applications/web/marketplace/marketplace-filters.test.ts')(
          'sends only the filters that are set',
        ),
      ),
      rule(
        'The marketplace keeps its filters in the URL.',
        testsIn('src/applications/web/marketplace/marketplace-filters.test.ts')(
          'filters survive a round trip through the URL',
        ),
      ),
    ],
  },
  {
    title: 'Settled: applications',
    rows: [
      rule(
        'The advertiser approves or rejects while pending.',
        applications('takes a place on approval, and stores the reason on rejection'),
        applications('returns the same for a repeated decision, and refuses the opposite with the state'),
      ),
      rule(
        'The marketer withdraws while pending or approved, which frees the place.',
        applications('frees the place on withdrawal'),
      ),
      departing(
        'If a marketer got the place less than 12 hours',
        departing(
          'If a marketer got the place less than 2 hours',
          rule(
            'Within 12 h of the start withdrawing earns a strike.',
            strikes('is given once for withdrawing within twelve hours of the start'),
          ),
        ),
      ),
      rule(
        'No withdrawal once a session has begun.',
        applications('refuses to withdraw once a session has started'),
      ),
      departing(
        'Confirmations before the start',
        rule(
          'Confirming is asked only of those approved more than 32 h before the start.',
          confirming('is not requested after an approval within 32 hours of the start'),
          confirming('is requested a day before the start, given once, and reported to the advertiser'),
        ),
      ),
      rule(
        'A marketer applies to a campaign once.',
        races('invariant 14: twenty concurrent clicks create one application'),
        applications('is refused a second time, whatever happened to the first'),
      ),
      rule(
        'Places never exceed the number needed.',
        races('invariant 13: of fifty concurrent approvals, exactly as many succeed as there are places'),
      ),
      rule(
        'autoApprove approves those who qualify at once.',
        applications('takes the place at once if the campaign approves automatically'),
      ),
      rule(
        'No two approved wearable campaigns that overlap.',
        applications('is refused if an approved wearable campaign overlaps'),
        races('a marketer approved by ten advertisers for the same time gets only one place'),
      ),
      rule(
        'Social campaigns require the tier’s followers on the platform.',
        strikes('compares the follower range of a social campaign with the confirmed count'),
        testsIn('src/applications/server/rules.test.ts')('followers: %s'),
      ),
      rule(
        'GET /api/applications: the marketer’s own, or those to the advertiser’s campaigns.',
        applications(
          'return a marketer’s own applications or those to an advertiser’s campaigns, newest first, filtered',
        ),
      ),
      text(
        'Campaign Full',
        'The refusal of the last place.',
        testsIn('src/applications/web/applicants/applicants.test.tsx')(
          'shows the refusal and the current state if the last place is gone',
        ),
      ),
    ],
  },
];
