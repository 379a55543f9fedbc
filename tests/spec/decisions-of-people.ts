import { call, departing, rule, type Section, testsIn, text } from './rows.ts';

const kyc = testsIn('src/kyc/server/decision.test.ts');
const sealing = testsIn('src/kyc/server/kyc.test.ts');
const documents = testsIn('src/kyc/server/review.test.ts');
const bell = testsIn('src/notifications/web/notification-bell.test.tsx');
const notices = testsIn('src/notifications/server/notifications.test.ts');
const choices = testsIn('src/notifications/server/email-choices/choices.test.ts');
const ratings = testsIn('src/ratings/server/ratings.test.ts');
const actions = testsIn('src/admin/server/user-actions.test.ts');
const admin = testsIn('src/admin/server/admin.test.ts');
const social = testsIn('src/profiles/server/social/social-accounts.test.ts');
const styles = testsIn('src/platform/web/maps/style/style-loader.test.ts');
const places = testsIn('src/platform/server/places/place-service.test.ts');
const placeRoutes = testsIn('src/platform/server/places/routes.test.ts');
const signIn = testsIn('src/auth/server/sign-in/sign-in.test.ts');
const campaigns = testsIn('src/campaigns/server/routes.test.ts');
const closing = testsIn('src/campaigns/server/funding/closing.test.ts');
const applications = testsIn('src/applications/server/routes.test.ts');
const confirming = testsIn('src/applications/server/waitlist/confirmation.test.ts');
const uploads = testsIn('src/uploads/server/uploads.test.ts');
const proofs = testsIn('src/proofs/server/proofs.test.ts');
const disputes = testsIn('src/disputes/server/disputes.test.ts');
const live = testsIn('src/tracking/server/live/live-stream.test.ts');
const payments = testsIn('src/payments/server/routes.test.ts');
const stuck = testsIn('src/payments/server/stuck/stuck.test.ts');
const webhooks = testsIn('src/payments/server/webhooks/webhooks.test.ts');
const openapi = testsIn('tests/contracts.test.ts');
const account = testsIn('src/auth/server/account/deletion.test.ts');

export const decisionsOfPeople: Section[] = [
  {
    title: 'Settled: KYC',
    rows: [
      rule(
        'An admin approves, or rejects with a reason; the user is notified.',
        kyc('approves once and notifies once; a later rejection is refused'),
        kyc('rejects with a reason, and allows a resubmission that replaces the first'),
      ),
      departing(
        'A user who submits an identity check again',
        rule(
          'Numbers are encrypted at rest and shown masked.',
          sealing('numbers and documents are unreadable in the database and in files'),
          sealing('is pending, and shows the user masked numbers'),
        ),
      ),
      rule(
        'Documents are for their owner and admins only, and each look is audited.',
        kyc('is shown to admins only, without location metadata, and each view is audited'),
        documents('are shown to the user, audited, and hidden from others'),
      ),
    ],
  },
  {
    title: 'Settled: notifications, people, admins',
    rows: [
      departing(
        'The bell opens the latest 20',
        rule(
          'The bell has the unread count, a list and mark read.',
          bell('shows the number of unread notifications, and no badge at 0'),
          bell('marks all as read'),
        ),
      ),
      rule(
        'The bell is updated live.',
        bell('reloads when the server pushes a change, and polls only while the stream is down'),
      ),
      departing(
        'Users choose by topic',
        rule(
          'Mail for what matters, by choice.',
          choices(
            'a topic that is switched off appears in the app but not by email; others are still emailed',
          ),
        ),
      ),
      rule(
        'Each side rates the other once after the payment, from 1 to 5.',
        ratings('is refused before the pay arrives, then possible for both sides, once each'),
        ratings('refuses %s'),
      ),
      rule(
        'rating is that average, 5.0 without any.',
        ratings('lists of marketers show and filter by the public average; those without ratings stay'),
        testsIn('tests/samples.test.ts')('%s: valid, and the server sends it unchanged'),
      ),
      rule(
        'Admins view, verify, suspend and delete users; every action is audited.',
        actions('shows their details without document numbers, and is audited'),
        actions('approves a submission once'),
        actions('ends every session at once, blocks sign-in and emails the reason'),
        actions('deletes the user, and is audited with its reason'),
      ),
      rule(
        'Admins have a KYC queue, disputes, payments and an audit log.',
        kyc('follows the queue, longest waiting first'),
        disputes('is recorded, and visible only to both sides and admins'),
        testsIn('src/admin/server/audit-log.test.ts')(
          'lists actor, action, object, origin and reason, newest first',
        ),
      ),
      rule(
        'A social account is a declared handle with followers, and a code that an admin checks.',
        social('is declared with a follower count, and gets a code'),
        social('counts the confirmed followers for 90 days, and notifies both sides'),
        testsIn('src/admin/web/users/social-panel.test.tsx')(
          'shows what to check, and approves with the entered follower count',
        ),
      ),
    ],
  },
  {
    title: 'Settled: maps and places',
    rows: [
      rule(
        'A vector style from the settings, and a shipped offline style if it cannot be loaded.',
        styles('reports the first failure at once, and retries three times'),
        testsIn('src/platform/web/maps/style/offline-style.test.ts')(
          'is valid and includes the shipped data',
        ),
      ),
      text(
        'Map Unavailable',
        'If no map can be drawn at all, with the list.',
        testsIn('src/platform/web/maps/map-view.test.tsx')(
          'shows the same facts as a list if the browser cannot draw maps',
        ),
      ),
      rule(
        'Places go through the server: a gazetteer, or Photon, Nominatim, Google by setting.',
        placeRoutes('is public'),
        places('Photon > requests US places and parses the response'),
        places('Nominatim > sends the request and parses the response'),
        places('Google > sends the key in a header and parses the response'),
      ),
      rule(
        'Any key stays on the server.',
        testsIn('tests/security/holes.test.ts')('no response to the browser contains a maps key'),
      ),
      rule(
        '/map-test shows all of that with its log.',
        testsIn('src/platform/web/maps/test-page/map-test-page.test.tsx')(
          'shows why it failed, including in the log',
        ),
      ),
    ],
  },
  {
    title: 'Settled: calls that the specification lacks',
    rows: [
      call(
        'POST /auth/email/confirm',
        'Redeems code or token.',
        signIn('signs in with the code in the browser that requested it'),
      ),
      call(
        'POST /api/auth/user-type',
        'Chooses the type once.',
        signIn('does not let a user choose the type twice'),
      ),
      call('PUT /api/campaigns/{id}', 'Edits a draft.', campaigns('is replaced completely by an update')),
      call(
        'POST /api/campaigns/{id}/close',
        'Closes.',
        closing('refunds everything and completes immediately if no place is held'),
      ),
      call(
        'PUT /api/applications/{id}',
        'Approves, rejects, withdraws.',
        applications('takes a place on approval, and stores the reason on rejection'),
      ),
      call(
        'POST /api/applications/{id}/confirm',
        'Confirms the place.',
        confirming('is requested a day before the start, given once, and reported to the advertiser'),
      ),
      call(
        'POST /api/uploads',
        'Creates an upload (tus).',
        uploads(
          'a file in chunks is created, interrupted, resumed, ready and readable, with nothing left in staging',
        ),
      ),
      call(
        'PATCH /api/uploads/{id}',
        'Sends bytes (tus).',
        uploads('bytes at another offset or beyond the declared end are refused and change nothing'),
      ),
      call(
        'HEAD /api/uploads/{id}',
        'The received bytes (tus).',
        uploads("another user's upload is not found: no offset, append, removal, read or claim"),
      ),
      call(
        'POST /api/proofs',
        'Sends proof.',
        proofs('stores the files, the session’s presence and the review deadline'),
      ),
      call(
        'GET /api/proofs/{id}',
        'One proof.',
        testsIn('src/proofs/server/strength/strong-proofs.test.ts')(
          'a strong proof is approved by silence after 24 hours, not before',
        ),
      ),
      departing(
        "An advertiser's own dispute",
        call(
          'POST /api/proofs/{id}/dispute',
          'Opens a dispute.',
          disputes('is recorded, and visible only to both sides and admins'),
        ),
      ),
      call(
        'PUT /api/disputes/{id}',
        'Decides it.',
        disputes('in favor of the marketer approves and pays, once'),
      ),
      call(
        'GET /api/campaign/{id}/live-stream',
        'Live positions as a stream.',
        live('gets a snapshot first, in the shapes of the polls'),
      ),
      call(
        'GET /api/sessions/{id}/presence',
        'Presence of a session.',
        testsIn('src/tracking/server/presence/summary.test.ts')(
          'is computed from the fixes while the session runs, and saved once it has ended',
        ),
      ),
      call(
        'GET /api/sessions/{id}/track',
        'The exact track.',
        testsIn('src/tracking/server/presence/track/track.test.ts')('is exact, in order, with its gaps'),
      ),
      call(
        'GET /api/campaign/{id}/ledger',
        'Money of one campaign.',
        testsIn('src/campaigns/server/funding/ledger.test.ts')(
          'is empty for a draft, and begins with the payment for a funded campaign',
        ),
      ),
      call('GET /api/places', 'Search.', placeRoutes('is public')),
      call('GET /api/places/reverse', 'The place at a point.', placeRoutes('returns the place at a point')),
      call(
        'GET /api/notifications',
        'The own notifications.',
        notices('requires a session, and returns at most fifty, newest first'),
      ),
      call(
        'POST /api/notifications/read',
        'Marks some or all as read.',
        notices('marks the user’s own notifications as read: some, then all; repeating changes nothing'),
      ),
      call(
        'GET /api/notifications/stream',
        'The unread count as a stream.',
        testsIn('src/notifications/server/notification-stream.test.ts')(
          'pushes the number of unread ones at the start, when one arrives and when they are read',
        ),
        testsIn('src/notifications/server/notification-stream.test.ts')(
          'pushes that a conversation changed to both sides, and to no one else',
        ),
      ),
      call(
        'POST /api/ratings',
        'Rates.',
        ratings('is refused before the pay arrives, then possible for both sides, once each'),
      ),
      departing(
        'The export lists notifications',
        call(
          'GET /api/me/export',
          'Everything about me as JSON.',
          testsIn('src/auth/server/account/export.test.ts')(
            'exports all of the user’s own data, and nothing of the other side',
          ),
        ),
      ),
      departing(
        'Deleting an account keeps a draft',
        departing(
          'After an account is deleted, a team',
          call(
            'DELETE /api/me',
            'Deletes the account.',
            account('deletes an account: signs it out everywhere, mails the owner, and frees its address'),
          ),
        ),
      ),
      call(
        'GET /api/me/sessions',
        'My sessions.',
        testsIn('src/auth/server/sign-in/session-list.test.ts')(
          'shows device, start and last use, the current session first, and no token',
        ),
      ),
      call(
        'DELETE /api/me/sessions',
        'Ends the others.',
        testsIn('src/auth/server/sign-in/session-list.test.ts')(
          'ends all other sessions of the user, and no one else’s',
        ),
      ),
      call(
        'GET /api/admin/users/{id}',
        'One user.',
        actions('shows their details without document numbers, and is audited'),
      ),
      departing(
        "An admin's Verify approves",
        call('POST /api/admin/users/{id}/verify', 'Verifies.', actions('approves a submission once')),
      ),
      call(
        'POST /api/admin/users/{id}/suspend',
        'Suspends.',
        actions('ends every session at once, blocks sign-in and emails the reason'),
      ),
      call(
        'DELETE /api/admin/users/{id}',
        'Deletes.',
        actions('deletes the user, and is audited with its reason'),
      ),
      call('GET /api/admin/kyc', 'The queue.', kyc('follows the queue, longest waiting first')),
      departing(
        'Approving or rejecting an identity check',
        call(
          'PUT /api/admin/kyc/{userId}',
          'Decides.',
          kyc('approves once and notifies once; a later rejection is refused'),
        ),
      ),
      call(
        'GET /api/admin/ledger',
        'The trial balance.',
        payments('the trial balance sums to zero, lists every account kind, and equals the wallet’s books'),
      ),
      call(
        'GET /api/admin/reconciliation',
        'Reconciliations.',
        testsIn('src/payments/server/reconciliation/reconciliation.test.ts')(
          'lists the latest runs, newest first, and audits a manual run',
        ),
      ),
      call(
        'GET /api/admin/payouts',
        'Stuck money.',
        admin('our books match the wallet’s, and no money is stuck'),
      ),
      call(
        'GET /api/admin/webhooks',
        'Webhooks.',
        testsIn('src/payments/server/webhooks/webhook-log.test.ts')(
          'lists a webhook as received, and its object once it is processed',
        ),
      ),
      call(
        'GET /api/admin/audit',
        'The audit log.',
        testsIn('src/admin/server/audit-log.test.ts')(
          'lists actor, action, object, origin and reason, newest first',
        ),
      ),
      call(
        'GET /api/admin/disputes',
        'Disputes.',
        testsIn('src/disputes/server/agreement.test.ts')(
          'without an answer hands the dispute to the admins, who are told and reminded',
        ),
      ),
      call(
        'POST /api/admin/payouts/{id}/retry',
        'Retries a payout.',
        stuck('a retry pays a returned payout again and is audited with its reason'),
      ),
      call(
        'POST /paypal/webhook',
        'Signed webhooks of the provider.',
        webhooks('invariant 18: the same delivery 25 times counts once'),
      ),
      call(
        'GET /api/openapi.json',
        'The description of the calls.',
        openapi('has every route with an operation id'),
      ),
      call('GET /api/docs', 'The same as a page.', openapi('has a readable page')),
      call(
        'GET /healthz',
        'The server runs.',
        testsIn('tests/journeys/server-life.spec.ts')(
          'invariant 34: answers health and readiness, a second server names the process that uses the data folder, and none starts without its keys',
        ),
      ),
      call(
        'GET /readyz',
        'The server is ready.',
        testsIn('tests/late-sweeps.test.ts')(
          '/readyz and the Stuck list report every sweep while none runs, and the server stays ready',
        ),
      ),
    ],
  },
];
