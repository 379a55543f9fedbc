import { call, type Section, testsIn } from './rows.ts';

const auditLog = testsIn('src/admin/server/audit-log.test.ts');
const changeType = testsIn('src/auth/server/account/change-type.test.ts');
const choices = testsIn('src/notifications/server/email-choices/choices.test.ts');
const confirmIdentity = testsIn('src/auth/server/second-factor/confirm-identity.test.ts');
const decision = testsIn('src/kyc/server/decision.test.ts');
const deletion = testsIn('src/auth/server/account/deletion.test.ts');
const deliveries = testsIn('src/notifications/server/delivery/deliveries.test.ts');
const google = testsIn('src/auth/server/google/google.test.ts');
const googleLink = testsIn('src/auth/server/google/google-link.test.ts');
const language = testsIn('src/auth/server/account/language.test.ts');
const marketers = testsIn('src/profiles/server/marketers/marketers.test.ts');
const marketersPage = testsIn('src/profiles/web/marketers/marketers-page.test.tsx');
const messages = testsIn('src/messages/server/messages.test.ts');
const passkey = testsIn('src/auth/server/second-factor/passkey.test.ts');
const pictures = testsIn('src/profiles/server/pictures.test.ts');
const push = testsIn('src/notifications/server/push/push.test.ts');
const reports = testsIn('src/messages/server/reports/reports.test.ts');
const review = testsIn('src/kyc/server/review.test.ts');
const savedMarketersRaces = testsIn('src/profiles/server/marketers/saved-marketers.races.test.ts');
const profiles = testsIn('src/profiles/server/profiles.test.ts');
const accessTokens = testsIn('src/auth/server/tokens/access-tokens.test.ts');
const secondFactor = testsIn('src/auth/server/second-factor/second-factor.test.ts');
const sessionList = testsIn('src/auth/server/sign-in/session-list.test.ts');
const signIn = testsIn('src/auth/server/sign-in/sign-in.test.ts');
const socialAccounts = testsIn('src/profiles/server/social/social-accounts.test.ts');
const tasks = testsIn('src/notifications/server/tasks/tasks.test.ts');
const teams = testsIn('src/teams/server/teams.test.ts');
const totp = testsIn('src/auth/server/second-factor/totp.test.ts');
const trends = testsIn('src/admin/server/trends.test.ts');
const unsubscribe = testsIn('src/notifications/server/email-choices/unsubscribe.test.ts');
const userActions = testsIn('src/admin/server/user-actions.test.ts');
const verifiedFacts = testsIn('src/profiles/server/verified-facts.test.ts');

export const beyondPeople: Section[] = [
  {
    title: 'Calls beyond the specification: accounts and sign-in',
    rows: [
      call(
        'GET /api/me/deletion',
        'List what prevents the deletion of my account.',
        deletion('a running campaign and its escrow'),
      ),
      call(
        'PUT /api/me/language',
        'Choose the language of my screens, notifications and emails.',
        language('the account keeps the choice'),
      ),
      call(
        'POST /api/change-user-type/confirm',
        'Redeem the mailed link that changes an account’s type, once.',
        changeType('changes the type once, ends all sessions, and does not sign in'),
      ),
      call(
        'POST /api/auth/confirm-identity/request',
        'Mail a code to the account’s own address after a call was refused with auth/recent-required.',
        confirmIdentity('mails the account’s own address, with a code and no link'),
      ),
      call(
        'POST /api/auth/confirm-identity',
        'Redeem that code in the session that requested it.',
        confirmIdentity('makes the sign-in recent, with a new token'),
      ),
      call(
        'POST /auth/demo',
        'Sign in as one of the demo accounts (local mode only).',
        signIn('has no demo accounts unless the demo world exists'),
      ),
      call(
        'GET /auth/google/callback',
        'Google’s callback.',
        google('redeems the code with the client secret and the verifier of that flow'),
      ),
      call(
        'GET /api/me/google',
        'Whether a Google account signs in to this account, and since when.',
        googleLink('returns since when Google is linked, and nothing of Google’s own data'),
      ),
      call(
        'DELETE /api/me/google',
        'Unlink every Google account from this one.',
        googleLink(
          'unlinks all Google accounts, mails the owner, keeps the sessions, and still accepts mailed codes',
        ),
      ),
      call(
        'GET /api/me/second-factors',
        'List the second factors of this account, oldest first, and the number of recovery codes left.',
        secondFactor('work once each, in any notation, and the owner is notified'),
      ),
      call(
        'POST /api/me/second-factors/totp',
        'Create a secret for an authenticator app (RFC 6238: SHA-1, 6 digits, 30 s).',
        totp(
          'accepts a code of the new secret, completes the session with a new token and returns ten recovery codes',
        ),
      ),
      call(
        'POST /api/me/second-factors/totp/confirm',
        'Add the authenticator app, if the code matches the new secret.',
        totp(
          'accepts a code of the new secret, completes the session with a new token and returns ten recovery codes',
        ),
      ),
      call(
        'POST /api/me/second-factors/passkey',
        'Get the options with which the browser creates a passkey.',
        passkey('requests no attestation, names the site, and completes the session with recovery codes'),
      ),
      call(
        'POST /api/me/second-factors/passkey/confirm',
        'Add the passkey that the browser created for the latest challenge.',
        passkey('requests no attestation, names the site, and completes the session with recovery codes'),
      ),
      call(
        'PATCH /api/me/second-factors/{id}',
        'Rename a second factor.',
        totp('is audited and mailed, as are renaming and removing'),
      ),
      call(
        'DELETE /api/me/second-factors/{id}',
        'Remove a second factor.',
        secondFactor('end when new ones are created or the last factor is removed'),
      ),
      call(
        'POST /api/me/recovery-codes',
        'Create ten new recovery codes, shown once.',
        secondFactor('end when new ones are created or the last factor is removed'),
      ),
      call(
        'GET /api/auth/second-factor',
        'List the second factors with which the caller can confirm their identity.',
        secondFactor('requires the second factor if there is one, and no mailed code'),
      ),
      call(
        'POST /api/auth/second-factor/passkey',
        'Get the options with which the browser asks for one of the caller’s passkeys.',
        passkey('completes a sign-in with a new token'),
      ),
      call(
        'POST /api/auth/second-factor',
        'Confirm with a second factor: completes the sign-in, or makes it recent again, and replaces the token.',
        totp('completes a sign-in with a new token and counts as recent'),
      ),
      call(
        'DELETE /api/me/sessions/{id}',
        'End one of my sessions immediately.',
        sessionList('signs another device out immediately'),
      ),
      call(
        'GET /api/me/access-tokens',
        'List my personal access tokens, newest first, also expired ones.',
        accessTokens('shows a token once, stores only its hash, mails the owner, and lists it'),
      ),
      call(
        'POST /api/me/access-tokens',
        'Create a personal access token, shown only in this response.',
        accessTokens('shows a token once, stores only its hash, mails the owner, and lists it'),
      ),
      call(
        'DELETE /api/me/access-tokens/{id}',
        'Revoke one of my personal access tokens.',
        accessTokens('ends with its revocation, its last day, a suspension, and the deletion of its owner'),
      ),
    ],
  },
  {
    title: 'Calls beyond the specification: profiles',
    rows: [
      call(
        'PUT /api/profile/name',
        'Set my first and last name, which applying requires.',
        profiles('sets the name alone and keeps everything else'),
      ),
      call(
        'PUT /api/profile/photo',
        'Set a `profile-photo` upload as my photo, or remove my photo.',
        pictures('is part of the account once set, as a square and without location data'),
      ),
      call(
        'PUT /api/profile/logo',
        'Set a `business-logo` upload as my business logo, or remove it.',
        pictures('is for advertisers and keeps its shape'),
      ),
      call(
        'GET /api/me/consents',
        'List my consents and withdrawals, newest first, at most 100.',
        verifiedFacts('returns only the user’s own entries, newest first, with versions'),
      ),
      call(
        'GET /api/marketers',
        'List visible marketers, most finished work first.',
        marketers('is filtered by city and platform'),
      ),
      call(
        'GET /api/marketers/{id}',
        'Get a visible marketer.',
        marketersPage('opens a marketer of the list, or of a link, who can be invited and saved'),
      ),
      call(
        'GET /api/saved-marketers',
        'List the entries of the marketer list that the business saved, newest first.',
        savedMarketersRaces(
          'a team shares the list: managers change it, viewers read it, and others do not see it',
        ),
      ),
      call(
        'PUT /api/saved-marketers/{id}',
        'Save an entry of the marketer list for the business.',
        savedMarketersRaces(
          'saving and removing are idempotent, concurrent too, and seen only by the business',
        ),
      ),
      call(
        'DELETE /api/saved-marketers/{id}',
        'Remove an entry of the marketer list from those that the business saved.',
        savedMarketersRaces(
          'saving and removing are idempotent, concurrent too, and seen only by the business',
        ),
      ),
      call(
        'GET /api/me/listing',
        'Check whether advertisers can find me.',
        marketers('not while hidden, suspended, without a name, or in another role'),
      ),
      call(
        'PUT /api/me/listing',
        'Hide me from the marketer list, or show me again, and refuse or take invitations.',
        marketers('not while hidden, suspended, without a name, or in another role'),
      ),
      call(
        'GET /api/social-accounts',
        'List my social media accounts, at most one per platform.',
        socialAccounts('is declared with a follower count, and gets a code'),
      ),
      call(
        'POST /api/social-accounts',
        'Declare or change my handle and follower count on a platform.',
        socialAccounts('is declared with a follower count, and gets a code'),
      ),
      call(
        'POST /api/social-accounts/{id}/submit',
        'Submit my account for review once the code is in the bio.',
        socialAccounts('without the code is rejected with a reason, and can be requested again'),
      ),
      call(
        'DELETE /api/social-accounts/{id}',
        'Disconnect a social media account and delete its confirmation.',
        socialAccounts('can disconnect it, which frees the handle'),
      ),
      call(
        'GET /api/admin/social-accounts',
        'List social media accounts: pending ones, longest waiting first, or decided ones, newest first.',
        socialAccounts('is listed page by page, longest waiting first'),
      ),
      call(
        'PUT /api/admin/social-accounts/{id}',
        'Approve an account with its confirmed follower count, or reject it with a reason.',
        socialAccounts(
          'is decided once: repeating changes nothing; another decision or an outdated one is refused',
        ),
      ),
    ],
  },
  {
    title: 'Calls beyond the specification: KYC',
    rows: [
      call(
        'GET /api/admin/kyc/{userId}/documents/{kind}',
        'View a document.',
        decision('is shown to admins only, without location metadata, and each view is audited'),
      ),
      call(
        'POST /api/admin/kyc/{userId}/numbers',
        'View the full numbers.',
        review('are shown to an admin who gives a reason, after the view is audited'),
      ),
      call(
        'GET /api/kyc/documents/{kind}',
        'View one of the user’s own documents.',
        review('are shown to the user, audited, and hidden from others'),
      ),
    ],
  },
  {
    title: 'Calls beyond the specification: teams',
    rows: [
      call(
        'GET /api/team',
        'Get the members and invitations of my team, and the teams I belong to.',
        teams('mails a link with which that address joins, and notifies both sides'),
      ),
      call(
        'POST /api/team/invitations',
        'Mail an invitation to my team.',
        teams('mails a link with which that address joins, and notifies both sides'),
      ),
      call(
        'POST /api/team/invitations/{id}/resend',
        'Mail an open invitation again, with a new link that is valid for a week.',
        teams('can be accepted for a week, and then resent with a new link'),
      ),
      call(
        'DELETE /api/team/invitations/{id}',
        'Revoke an invitation.',
        teams('that was revoked cannot be accepted or resent; revoking it twice changes nothing'),
      ),
      call(
        'POST /api/team/invitations/view',
        'Get the details of a mailed invitation before I accept it.',
        teams('can be answered only by the address that it was sent to'),
      ),
      call(
        'POST /api/team/invitations/accept',
        'Join the team that a mailed invitation names, signed in with the address that it was sent to.',
        teams('accepted twice returns the same response until the member leaves'),
      ),
      call(
        'PUT /api/team/members/{id}',
        'Change the role of a team member, effective immediately.',
        teams('is notified of a new role'),
      ),
      call(
        'DELETE /api/team/members/{id}',
        'Remove a member from my team.',
        teams('can be removed by the owner or leave, and the other side is notified'),
      ),
      call(
        'DELETE /api/team/memberships/{id}',
        'Leave a team I belong to.',
        teams('can be removed by the owner or leave, and the other side is notified'),
      ),
    ],
  },
  {
    title: 'Calls beyond the specification: messages',
    rows: [
      call(
        'GET /api/messages',
        'My conversations with their unread messages, newest first.',
        messages('lists conversations page by page, newest first'),
      ),
      call(
        'GET /api/messages/unread',
        'The number of messages that I have not read.',
        messages('are counted per user until they are read, and never again'),
      ),
      call(
        'GET /api/messages/stream',
        'Says which of my conversations have changed.',
        messages('tells both sides’ open pages, and no other user’s'),
      ),
      call(
        'GET /api/messages/{id}',
        'The conversation about an application: its last messages, or those before one of them.',
        messages('is read page by page'),
      ),
      call('POST /api/messages/{id}', 'Send a message.', messages('once, however often it is repeated')),
      call(
        'PUT /api/messages/{id}/read',
        'Mark a conversation as read up to one of its messages.',
        messages('marking more than there is does not hide the next message'),
      ),
      call(
        'POST /api/messages/{id}/reports',
        'Report a conversation to the admins.',
        reports('reaches the admins once, with both sides and what to do'),
      ),
      call(
        'GET /api/admin/message-reports',
        'Reports of conversations, newest first.',
        reports('reaches the admins once, with both sides and what to do'),
      ),
      call(
        'PUT /api/admin/message-reports/{id}/owner',
        'Become the admin who works on an open report, also instead of another one.',
        reports('is closed once, by the admin who took it, and its user is told'),
      ),
      call(
        'PUT /api/admin/message-reports/{id}',
        'Dismiss or resolve a report that I have taken.',
        reports('is closed once, by the admin who took it, and its user is told'),
      ),
      call(
        'POST /api/admin/messages/{id}/view',
        'Read a conversation while a report or dispute about it is open.',
        reports(
          'reads a conversation only in a case, with a reason in the audit log, and both sides are told after it',
        ),
      ),
    ],
  },
  {
    title: 'Calls beyond the specification: notifications',
    rows: [
      call(
        'GET /api/me/notification-choices',
        'List the topics that I get emails and push messages about.',
        choices('emails are on by default, and only topics that can be switched off are'),
      ),
      call(
        'PUT /api/me/notification-choices',
        'Switch emails or push messages about one topic on or off.',
        choices('a topic that is switched off appears in the app but not by email; others are still emailed'),
      ),
      call(
        'GET /api/push-key',
        'Read the public key with which a browser subscribes to push messages.',
        push('sends an encrypted message, signed with the key that browsers subscribe with'),
      ),
      call(
        'PUT /api/me/push-subscriptions',
        'Send push messages to this browser until I sign out in it.',
        push('moves with a browser to the user who signs in there next'),
      ),
      call(
        'POST /api/me/push-subscriptions/delete',
        'Send no more push messages to this browser.',
        push('ends with the sign-in, and when the browser unsubscribes'),
      ),
      call(
        'GET /api/me/notification-schedule',
        'Read my quiet hours and the hour of my daily summary.',
        deliveries('what waits follows a changed schedule, and is sent once by two processes'),
      ),
      call(
        'PUT /api/me/notification-schedule',
        'Set my quiet hours and the hour of my daily summary.',
        deliveries('quiet hours delay an email, and several become one'),
      ),
      call(
        'GET /api/tasks',
        'What waits for me or a business for which I decide, the next deadline first, at most 50.',
        tasks('joins a campaign’s proofs to review, for the owner and managers, until they are decided'),
      ),
      call(
        'GET /unsubscribe',
        'Show the unsubscribe page for one topic.',
        unsubscribe('opening the link changes nothing: the page asks first, and shows the current state'),
      ),
      call(
        'POST /unsubscribe',
        'Unsubscribe from emails about one topic, without signing in.',
        unsubscribe('one click in a mail program stops only the emails of its topic, and is idempotent'),
      ),
    ],
  },
  {
    title: 'Calls beyond the specification: admin',
    rows: [
      call(
        'GET /api/admin/audit.csv',
        'All matching entries as CSV.',
        auditLog('exports CSV without formulas; audits exports, but not views'),
      ),
      call(
        'POST /api/admin/audit/verify',
        'Compares the newest 100,000 entries of the audit log with their seals.',
        auditLog('is sealed by the sweep, and verified'),
      ),
      call(
        'POST /api/admin/users/{id}/ask-to-verify',
        'Ask a user by notification and email to submit their documents, at most once a day.',
        userActions('is refused without documents, which the admin can request once a day'),
      ),
      call(
        'POST /api/admin/users/{id}/reactivate',
        'Reactivate a suspended account.',
        userActions('ends every session at once, blocks sign-in and emails the reason'),
      ),
      call(
        'GET /api/admin/stats/growth',
        'New accounts and new campaigns by week.',
        trends('counts by week, and the time to a decision'),
      ),
      call(
        'GET /api/admin/stats/decisions',
        'How long proofs and disputes waited for their decision, by week of the decision.',
        trends('counts by week, and the time to a decision'),
      ),
    ],
  },
];
