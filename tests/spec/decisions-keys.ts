import { fields, type Section, testsIn } from './rows.ts';

const signIn = testsIn('src/auth/server/sign-in/sign-in.test.ts');
const campaigns = testsIn('src/campaigns/server/routes.test.ts');
const funding = testsIn('src/campaigns/server/funding/funding.test.ts');
const applications = testsIn('src/applications/server/routes.test.ts');
const sessions = testsIn('src/tracking/server/sessions.test.ts');
const proofs = testsIn('src/proofs/server/proofs.test.ts');
const sent = proofs('stores the files, the session’s presence and the review deadline');
const order = funding('charges what the server computes, even if the browser is a cent off');
const search = testsIn('src/campaigns/server/search/campaign-search.test.ts')(
  'every combination of filters and sorts returns the same as checking every row, page by page',
);

export const decisionsKeys: Section[] = [
  {
    title: 'Settled: keys of calls and answers',
    rows: [
      ...fields('Body', 'POST /auth/email/confirm', 'code token', signIn('redeems a code or link only once')),
      ...fields(
        'Body',
        'POST /api/auth/user-type',
        'userType',
        signIn('does not let a user choose the type twice'),
      ),
      ...fields(
        'Body',
        'PUT /api/applications/{id}',
        'status reason',
        applications('takes a place on approval, and stores the reason on rejection'),
      ),
      ...fields(
        'Body',
        'POST /api/campaign/{id}/update-location',
        'recordedAt points',
        sessions('are accepted in batches and out of order, and repeated ones change nothing'),
      ),
      ...fields('Body', 'POST /api/proofs', 'campaignId sessionId note media.uploadId media.kind', sent),
      ...fields('Body', 'POST /api/proofs', 'postUrl', proofs('requires the post link of a social campaign')),
      ...fields(
        'Body',
        'POST /api/proofs/{id}/dispute',
        'reason',
        testsIn('src/disputes/server/disputes.test.ts')('is only for the sender of the proof, with a reason'),
      ),
      ...fields('Body', 'POST /paypal/order', 'campaignId', order),
      ...fields('Answer', 'POST /paypal/order', 'approveUrl', order),
      ...fields(
        'Body',
        'POST /api/notifications/read',
        'ids all',
        testsIn('src/notifications/server/notifications.test.ts')(
          'marks the user’s own notifications as read: some, then all; repeating changes nothing',
        ),
      ),
      ...fields(
        'Body',
        'POST /api/ratings',
        'applicationId stars text',
        testsIn('src/ratings/server/ratings.test.ts')(
          'is refused before the pay arrives, then possible for both sides, once each',
        ),
      ),
      ...fields(
        'Body',
        'PUT /api/admin/kyc/{userId}',
        'status reason',
        testsIn('src/kyc/server/decision.test.ts')(
          'rejects with a reason, and allows a resubmission that replaces the first',
        ),
      ),
      ...fields(
        'Answer',
        'GET /api/campaign/{id}/escrow-status',
        'escrowLeft',
        funding('makes the campaign active with its money in escrow, once'),
      ),
      ...fields(
        'User',
        'GET /api/auth/user',
        'ratingCount',
        testsIn('tests/samples.test.ts')('%s: valid, and the server sends it unchanged'),
      ),
      ...fields(
        'Campaign',
        'GET /api/campaigns/{id}',
        'city closeReason autoApprove',
        campaigns('shows public fields to everyone, and money only to its owner'),
      ),
      ...fields(
        'Application',
        'GET /api/applications',
        'confirmedAt',
        testsIn('src/applications/server/waitlist/confirmation.test.ts')(
          'is requested a day before the start, given once, and reported to the advertiser',
        ),
      ),
      ...fields(
        'Query',
        'GET /api/campaigns',
        'q city near radius minPay maxPay campaignType platform followers status sort limit cursor',
        search,
      ),
      ...fields(
        'Query',
        'GET /api/applications',
        'campaignId',
        applications(
          'return a marketer’s own applications or those to an advertiser’s campaigns, newest first, filtered',
        ),
      ),
      ...fields(
        'Query',
        'GET /api/places',
        'q',
        testsIn('src/platform/server/places/routes.test.ts')('is public'),
      ),
      ...fields(
        'Query',
        'GET /api/places/reverse',
        'lat lng',
        testsIn('src/platform/server/places/routes.test.ts')('returns the place at a point'),
      ),
    ],
  },
];
