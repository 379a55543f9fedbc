import { call, constant, departing, fields, rule, type Section, testsIn } from './rows.ts';

const signIn = testsIn('src/auth/server/sign-in/sign-in.test.ts');
const user = testsIn('src/auth/web/use-current-user.test.tsx');
const campaigns = testsIn('src/campaigns/server/routes.test.ts');
const applications = testsIn('src/applications/server/routes.test.ts');
const proofs = testsIn('src/proofs/server/proofs.test.ts');
const funding = testsIn('src/campaigns/server/funding/funding.test.ts');
const sessions = testsIn('src/tracking/server/sessions.test.ts');
const live = testsIn('src/tracking/web/live/live-stream.test.tsx');
const kyc = testsIn('src/kyc/server/kyc.test.ts');
const profiles = testsIn('src/profiles/server/profiles.test.ts');
const admin = testsIn('src/admin/server/admin.test.ts');
const walletEmail = testsIn('src/profiles/server/wallet-email.test.ts');
const browserCall = testsIn('src/platform/web/call.test.ts');
const query = testsIn('src/platform/web/query.test.tsx');
const google = testsIn('src/auth/server/google/google.test.ts');
const places = testsIn('src/platform/server/places/place-service.test.ts');
const changeType = testsIn('src/auth/server/account/change-type.test.ts');

const created = campaigns('creates a wearable campaign as a draft to fund');
const decided = proofs('a decision > approves and pays once, and returns what the payment waits for');
const begun = sessions('returns the session, and returns the same one when repeated');

export const calls: Section[] = [
  {
    title: '7. Rules for all calls',
    rows: [
      rule(
        'Calls send cookies, and a JSON body only if there is one.',
        browserCall('fills the path, sends the query and no body'),
        browserCall('sends JSON only if there is a body'),
      ),
      rule(
        'Any answer that is not OK is an error.',
        browserCall('throws a refusal with status, code, text, fields and request id'),
      ),
      rule(
        'Reads throw on 401, except the current user, which is then none.',
        user('returns null if the server answers 401, and asks once'),
      ),
      rule(
        'No automatic retries.',
        query('does not retry a refused call'),
        query('data never becomes stale, and nothing is refetched or retried automatically'),
      ),
    ],
  },
  {
    title: '7. The calls',
    rows: [
      departing(
        'The current user is read every minute',
        departing(
          'A user with a passkey',
          call(
            'GET /api/auth/user',
            'The current user, polled every 5 s.',
            user('polls every five seconds, except offline once the account is known'),
            user(
              'polls every minute while the server pushes changes, and reads the account when the page is shown',
            ),
          ),
        ),
      ),
      call(
        'GET /api/campaigns',
        'Array of campaigns.',
        campaigns('the public list is newest first, and the specification’s array without parameters'),
      ),
      call(
        'GET /api/campaigns/{id}',
        'One campaign.',
        campaigns('shows public fields to everyone, and money only to its owner'),
      ),
      call(
        'GET /api/campaigns/advertiser',
        'The advertiser’s campaigns.',
        campaigns('an advertiser’s own list has drafts and money, but no other advertiser’s'),
      ),
      departing(
        'The client sends `status`',
        call(
          'POST /api/campaigns',
          'Creates a campaign; the list is refreshed.',
          created,
          campaigns('ignores the state that the client sends'),
        ),
      ),
      ...fields(
        'Body',
        'POST /api/campaigns',
        'payRate totalMarketersNeeded totalBudget duration startTime status escrowStatus locationDetails title description company location campaignType targetDemographics instructions socialMediaPlatform contentType requiredTier',
        created,
      ),
      ...fields('Answer', 'POST /api/campaigns', 'id', created),
      call(
        'GET /api/stats/advertiser',
        'The figures of the dashboard.',
        campaigns('the dashboard’s statistics count the user’s own campaigns'),
      ),
      departing(
        '`GET /api/applications` and `GET /api/proofs`',
        call(
          'GET /api/applications',
          'Array.',
          applications(
            'return a marketer’s own applications or those to an advertiser’s campaigns, newest first, filtered',
          ),
        ),
      ),
      call('POST /api/applications', 'Applies.', applications('waits for the advertiser and is counted')),
      ...fields(
        'Body',
        'POST /api/applications',
        'campaignId',
        applications('is for marketers only, and accepts only the campaign id'),
      ),
      departing(
        '`GET /api/applications` and `GET /api/proofs`',
        call(
          'GET /api/proofs',
          'Array.',
          testsIn('src/proofs/server/proof-list.test.ts')(
            'is filtered by campaign and state, newest first, page by page',
          ),
        ),
      ),
      call('PUT /api/proofs/{id}', 'Approves or rejects.', decided),
      ...fields(
        'Body',
        'PUT /api/proofs/{id}',
        'status reviewNotes',
        proofs('rejects without payment, with the reason or the default'),
      ),
      departing(
        '`GET /api/payments` returns 50',
        call(
          'GET /api/payments',
          'Array.',
          testsIn('src/payments/server/routes.test.ts')(
            'a marketer sees only their own payments, newest first',
          ),
        ),
      ),
      call(
        'GET /api/pricing-tiers',
        'Price tiers, read only for social campaigns.',
        campaigns('the pricing tiers are public'),
        testsIn('src/campaigns/web/form/create-campaign-page.test.tsx')(
          'a complete form creates one campaign and continues to payment',
        ),
      ),
      departing(
        '`start-session` is refused',
        call('POST /api/campaign/{id}/start-session', 'Starts tracking.', begun),
      ),
      ...fields('Answer', 'POST /api/campaign/{id}/start-session', 'id', begun),
      call(
        'POST /api/campaign/{id}/end-session/{sessionId}',
        'Stops tracking.',
        sessions('ends the session, and changes nothing when repeated'),
      ),
      call(
        'POST /api/campaign/{id}/update-location',
        'Every 15 s while tracking.',
        sessions('are accepted one by one, checked against the zone, and published as a cell'),
        testsIn('src/tracking/web/tracker/panel/tracking-panel.test.tsx')(
          'starts, sends every 15 seconds, and stops',
        ),
      ),
      ...fields(
        'Body',
        'POST /api/campaign/{id}/update-location',
        'latitude longitude accuracy',
        sessions('are accepted one by one, checked against the zone, and published as a cell'),
      ),
      departing(
        'Live tracking and active sessions are pushed',
        call(
          'GET /api/campaign/{id}/live-tracking',
          'Live positions, polled every 10 s.',
          sessions('is an alias, a cell, rounded times and whether the marketer is in the zone'),
          live('polls every ten seconds while the stream is down, until a snapshot comes'),
        ),
      ),
      departing(
        'Live tracking and active sessions are pushed',
        call(
          'GET /api/campaign/{id}/active-sessions',
          'Running sessions, polled every 10 s.',
          sessions('excludes marketers who are silent for five minutes'),
          live('polls every ten seconds while the stream is down, until a snapshot comes'),
        ),
      ),
      call(
        'GET /api/campaign/{id}/escrow-status',
        'The escrow.',
        funding('is the pay of all places plus the fee, before anything is paid'),
      ),
      ...fields(
        'Answer',
        'GET /api/campaign/{id}/escrow-status',
        'escrowStatus escrowAmount platformFee',
        funding('makes the campaign active with its money in escrow, once'),
      ),
      call(
        'POST /api/campaign/{id}/fund',
        'Activates the campaign.',
        funding('makes the campaign active with its money in escrow, once'),
      ),
      ...fields(
        'Body',
        'POST /api/campaign/{id}/fund',
        'paypalOrderId paypalCaptureId',
        funding('makes the campaign active with its money in escrow, once'),
      ),
      departing(
        '`POST /paypal/order` returns',
        call(
          'POST /paypal/order',
          'Opens an order.',
          funding('charges what the server computes, even if the browser is a cent off'),
        ),
      ),
      ...fields(
        'Body',
        'POST /paypal/order',
        'amount currency intent',
        funding('charges what the server computes, even if the browser is a cent off'),
      ),
      ...fields(
        'Answer',
        'POST /paypal/order',
        'id',
        funding('charges what the server computes, even if the browser is a cent off'),
      ),
      departing(
        '`POST /paypal/order/{id}/capture` returns',
        call(
          'POST /paypal/order/{orderId}/capture',
          'Captures the order.',
          funding('returns the same capture if repeated'),
        ),
      ),
      ...fields(
        'Answer',
        'POST /paypal/order/{orderId}/capture',
        'id',
        funding('returns the same capture if repeated'),
      ),
      call(
        'GET /paypal/setup',
        'For the wallet’s button.',
        testsIn('tests/security/holes.test.ts')('GET /paypal/setup is for signed-in advertisers'),
      ),
      ...fields(
        'Answer',
        'GET /paypal/setup',
        'clientToken',
        testsIn('src/payments/server/routes.test.ts')('an advertiser’s browser gets a wallet token'),
      ),
      departing(
        'Changing the wallet email',
        call(
          'PATCH /api/auth/user/profile',
          'Updates the wallet email.',
          walletEmail('notifies the account and both addresses of a change, and counts as changed'),
        ),
      ),
      ...fields(
        'Body',
        'PATCH /api/auth/user/profile',
        'paypalEmail',
        walletEmail('is for marketers only, and must be an email address'),
      ),
      call(
        'GET /api/kyc/status',
        'The identity check and its fields.',
        kyc('is pending, and shows the user masked numbers'),
        testsIn('src/kyc/server/decision.test.ts')(
          'says how long the last decisions usually took, once there are five',
        ),
      ),
      call(
        'POST /api/kyc/update',
        'Submits fields, files and kycStatus pending.',
        kyc('is pending, and shows the user masked numbers'),
      ),
      ...fields(
        'Body',
        'POST /api/kyc/update',
        'kycStatus',
        testsIn('src/kyc/web/kyc-page.test.tsx')('submits the fields and files'),
      ),
      call(
        'POST /api/user/compliance',
        'Age, terms and privacy, or location consent.',
        profiles('are stored with the version of the text, given or withdrawn, and never changed'),
      ),
      call(
        'PUT /api/profile',
        'Saves the profile form.',
        profiles('saves the form and returns the role for the next screen'),
      ),
      ...fields(
        'Body',
        'PUT /api/profile',
        'firstName lastName email phoneNumber dateOfBirth gender clothingSize address city state zipCode country latitude longitude gpsVerified paypalEmail paypalConnected businessName businessEmail businessWebsite businessAddress businessType businessDescription',
        profiles('saves the form and returns the role for the next screen'),
      ),
      ...fields(
        'Answer',
        'PUT /api/profile',
        'message userType',
        profiles('saves the form and returns the role for the next screen'),
      ),
      departing(
        '`POST /auth/email` signs no one in',
        call(
          'POST /auth/email',
          'Sign-in by email.',
          signIn('returns the same response for known and unknown addresses'),
        ),
      ),
      ...fields(
        'Body',
        'POST /auth/email',
        'email userType',
        signIn('signs in with the code in the browser that requested it'),
      ),
      call(
        'POST /api/send-verification-email',
        'Sends the email again.',
        signIn('resends after a minute, and the first code stops working'),
      ),
      departing(
        '`POST /api/change-user-type` applies',
        call(
          'POST /api/change-user-type',
          'Changes the type.',
          changeType('takes effect immediately, with a new token, and is mailed'),
        ),
      ),
      ...fields(
        'Body',
        'POST /api/change-user-type',
        'email newUserType',
        changeType('takes effect immediately, with a new token, and is mailed'),
      ),
      ...fields(
        'Answer',
        'POST /api/change-user-type',
        'message',
        changeType('takes effect immediately, with a new token, and is mailed'),
      ),
      call('GET /api/admin/users', 'List of users.', admin('are listed newest first, with names')),
      call('GET /api/admin/stats', 'Figures.', admin('returns the platform’s figures')),
      call(
        'GET /auth/google',
        'Browser navigation to the identity provider.',
        google('requests only the address, with PKCE, state and nonce, and returns to the callback'),
      ),
      call(
        'GET /api/login',
        'Browser navigation to the sign-in.',
        testsIn('src/auth/server/sign-in/sign-in-abuse.test.ts')('is never taken from the query'),
      ),
      call(
        'GET /api/logout',
        'Browser navigation that signs out.',
        signIn('end with a sign-out, unless another site requests it'),
      ),
    ],
  },
  {
    title: '7. External scripts',
    rows: [
      departing(
        'The browser has no maps key',
        rule(
          'A maps service, whose key is in the browser.',
          testsIn('tests/security/holes.test.ts')('no response to the browser contains a maps key'),
        ),
      ),
      departing(
        'Places outside the United States',
        departing(
          'The place search finds streets',
          rule(
            'Place search is restricted to the US, businesses and addresses.',
            places('requests US places and parses the response'),
            places('Google > sends the key in a header and parses the response'),
          ),
        ),
      ),
      constant(
        '3 retries with growing delays',
        'Of the maps loader.',
        testsIn('src/platform/web/maps/style/retry.test.ts')('retries three times with growing delays'),
      ),
      rule(
        'The wallet’s SDK is loaded from the provider.',
        testsIn('src/campaigns/web/payment/wallet-button.test.tsx')(
          'loads the script that the server names and shows that it is loading',
        ),
      ),
    ],
  },
];
