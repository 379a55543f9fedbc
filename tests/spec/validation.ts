import { departing, rule, type Section, testsIn, text } from './rows.ts';

const refused = testsIn('src/campaigns/server/routes.test.ts')(
  '%s is refused on its field, and nothing is stored',
);
const form = testsIn('src/campaigns/web/form/create-campaign-page.test.tsx');
const empty = form('an empty form reports all missing fields at once');
const errors = testsIn('src/kernel/errors.test.ts');
const filters = testsIn('src/applications/web/marketplace/marketplace-filters.test.ts');
const marketplace = testsIn('src/applications/web/marketplace/marketplace-page.test.tsx');
const apply = testsIn('src/applications/web/apply-button.test.tsx');
const panel = testsIn('src/tracking/web/tracker/panel/tracking-panel.test.tsx');
const profiles = testsIn('src/profiles/server/profiles.test.ts');
const required = profiles('requires %s');
const invalid = profiles('refuses %s %s');
const picture = testsIn('src/profiles/web/picture-field.test.tsx');
const signIn = testsIn('src/auth/web/sign-in/sign-in-page.test.tsx')(
  'asks for a valid email and a role before it sends anything',
);
const kyc = testsIn('src/kyc/server/kyc.test.ts');
const kycPage = testsIn('src/kyc/web/kyc-page.test.tsx');
const authorisation = testsIn('tests/authorisation.test.ts');
const navigation = testsIn('src/main/frame/gates/access.test.ts')('returns the navigation links of a %s');
const forbidden = authorisation(
  'forbidden callers get the contract’s refusal, learn nothing and change nothing',
);

export const validation: Section[] = [
  {
    title: '5. Campaign form',
    rows: [
      text('Title is required', 'Without a title.', refused),
      text('Company name is required', 'Without a company.', refused),
      text('Description must be at least 10 characters', 'If it is shorter.', refused),
      text('Location is required', 'Without a location.', refused),
      text('Number of marketers is required', 'Without a number.', refused),
      text('Must be at least 1 marketer', 'If it is lower.', refused),
      text('Total budget is required', 'Without a budget.', refused),
      text('Start time is required', 'Without a start.', refused),
      rule(
        'Wearable: pay of at least 25 and duration of at least 30, both filled.',
        form('a value out of range is reported on its field'),
        testsIn('src/campaigns/web/form/campaign-form-check.test.ts')('%s %j'),
      ),
      rule(
        'Social: platform, content type and tier.',
        testsIn('src/campaigns/form-contract.test.ts')(
          'missing fields of one type use the specification’s message',
        ),
      ),
      departing(
        "'Please fill in all required fields",
        text(
          'Please fill in all required fields for the selected campaign type.',
          'If fields of the type are missing.',
          empty,
        ),
      ),
      text('Location Required', 'Title without a place on the map.', empty),
      text(
        'Please select a location for your campaign',
        'Text without a place on the map, for social campaigns too.',
        empty,
        refused,
      ),
      text('Required', 'Generic: missing.', errors('report missing fields')),
      text(
        'Expected {type} received {type}',
        'Generic: of another type.',
        errors('are named by their path, with the first problem of each'),
      ),
      text(
        'String must contain at least {n} characters',
        'Generic: too short.',
        errors('say how long a text must be'),
      ),
    ],
  },
  {
    title: '5. Marketplace, applying and tracking',
    rows: [
      rule(
        'Pay a-b is an inclusive range; 40+ is at least 40.',
        filters('pay %s'),
        testsIn('src/campaigns/server/search/campaign-search.test.ts')(
          'every combination of filters and sorts returns the same as checking every row, page by page',
        ),
      ),
      rule('Apply Now is off while pending.', apply('focus returns to the button if applying fails')),
      rule(
        'Apply Now is off if the campaign is not active.',
        marketplace('counts the campaigns and shows for each whether it is open'),
      ),
      text('Campaign Full', 'If hired is at least needed.', marketplace('labels a full campaign')),
      rule(
        'Start Tracking is off if the campaign is not active.',
        panel('%s starts nothing and reads no position'),
      ),
      rule(
        'Start Tracking is off without a position.',
        panel('reports a timeout on Start, and does not mention permission'),
      ),
      rule(
        'Start Tracking is off while its request is pending.',
        panel('disables the start while it is being sent'),
      ),
      text(
        'Location Required',
        'Without a position; it is read again.',
        panel('says why permission is missing, and asks again on Start'),
      ),
      text(
        'Please allow location access to start tracking',
        'Without a position.',
        panel('says why permission is missing, and asks again on Start'),
      ),
      text(
        'Geolocation is not supported by this browser',
        'In such a browser.',
        panel('says that geolocation is not supported, and offers no useless retry'),
      ),
      departing(
        "'Location access denied: {reason}'",
        text(
          'Location access denied: {reason}',
          'After a refusal.',
          panel('says why permission is missing, and asks again on Start'),
        ),
      ),
    ],
  },
  {
    title: '5. Derived values',
    rows: [
      rule(
        'Hourly equivalent: pay / (duration / 60), to 2 decimals.',
        testsIn('src/campaigns/web/campaign-card.test.tsx')('formats pay, audience and tiers'),
        testsIn('src/campaigns/server/tables.test.ts')('computes the hourly equivalent, rounded to the cent'),
      ),
      rule(
        'Duration: minutes under 60, then hours, or ‘Xh Ym’.',
        testsIn('src/kernel/time.test.ts')('%d minutes read as %s'),
      ),
    ],
  },
  {
    title: '5. Profile form',
    rows: [
      text('First name is required', 'Without it.', required),
      text('Last name is required', 'Without it.', required),
      text('Phone number is required', 'Without it.', required),
      text('Date of birth is required', 'Without it.', required),
      text('City is required', 'Without it.', required),
      text('State is required', 'Without it.', required),
      text('ZIP code is required', 'Without it.', required),
      text('Country is required', 'Without it.', required),
      text('Address is required', 'Without it.', required),
      departing('`PUT /api/profile` accepts', text('Invalid email address', 'Of an invalid email.', invalid)),
      text('Valid PayPal email required', 'Of an invalid wallet email.', invalid),
      text('Valid business email required', 'Of an invalid business email.', invalid),
      text('Valid website URL required', 'Of an invalid website.', invalid),
      rule(
        'gender and clothingSize are within their lists; latitude and longitude are numbers.',
        profiles('refuses a %s outside its list or range: %s'),
      ),
      text(
        'PayPal Email Required',
        'If the wallet is connected without an email.',
        testsIn('src/profiles/web/profile-page.test.tsx')('requires the address of a connected wallet'),
      ),
      text(
        'Please select an image smaller than 5MB',
        'Of a larger photo.',
        picture('refuses %s before uploading, and keeps the current photo'),
      ),
      text(
        'Please select a valid image file',
        'Of another file.',
        picture('refuses %s before uploading, and keeps the current photo'),
      ),
    ],
  },
  {
    title: '5. Sign-in, user type and identity',
    rows: [
      text('Invalid email address', 'At the sign-in.', signIn),
      text('Please select how you want to join', 'Without a role.', signIn),
      text(
        'Please enter both email and select a user type',
        'In the form that changes the type.',
        testsIn('src/auth/web/account/change-type-page.test.tsx')(
          'asks for email and type in one message before it sends anything',
        ),
      ),
      rule(
        'Both boxes of the age dialog must be ticked.',
        testsIn('src/profiles/web/consents/use-compliance.test.tsx')(
          'asks for both consents in turn, then continues',
        ),
      ),
      departing(
        'An ID or tax number',
        rule(
          'KYC needs names, birth date, phone, address, ID and tax numbers.',
          kyc('needs %s'),
          kycPage('shows all missing fields before it sends anything'),
        ),
      ),
      rule('KYC needs the ID document and the proof of address.', kyc('needs both documents')),
      rule(
        'Advertisers also need business name, address, type, tax ID and description.',
        kyc('requires business data of an advertiser, and accepts a license'),
        kycPage('rejects other file types, and asks an advertiser for business data'),
      ),
      rule(
        'Uploads are images or PDF.',
        kyc('rejects %s as a document, whatever its name, and stores no file'),
        kycPage('rejects %s as soon as it is chosen, and accepts another file'),
      ),
      text(
        'Required for payments over $600/year',
        'Hint of the tax ID, with the figure of the setting.',
        kycPage('shows the amount above which a tax ID is required'),
      ),
    ],
  },
  {
    title: '6. Roles and permissions',
    rows: [
      rule(
        'Marketers: dashboard, marketplace, payments; they apply, send proof and are paid.',
        navigation,
        authorisation('allowed callers get in, and see nothing of others'),
      ),
      rule(
        'Marketers have clothing size, wallet connection and GPS badge.',
        testsIn('src/profiles/web/profile-page.test.tsx')('shows the badges of a verified %s'),
        testsIn('src/profiles/web/profile-page.test.tsx')(
          'asks an advertiser for the business and not for a wallet',
        ),
      ),
      rule(
        'Advertisers create and fund campaigns, and review proofs.',
        navigation,
        testsIn('src/campaigns/server/routes.test.ts')('only advertisers create campaigns'),
        testsIn('src/proofs/server/proofs.test.ts')('is for the campaign’s advertiser only'),
      ),
      rule(
        'Advertisers may upload a business licence.',
        kyc('requires business data of an advertiser, and accepts a license'),
      ),
      rule('The advertiser’s calls are for advertisers only.', forbidden),
      rule(
        'Only admins see /admin.',
        testsIn('src/main/page-access.test.tsx')('%s is for the users of the table'),
        forbidden,
      ),
      rule(
        'Visitors see the landing, sign-in, email-confirmation, legal and demo pages.',
        testsIn('src/main/page-access.test.tsx')('%s is for the users of the table'),
      ),
      rule('Users without a type must pick one.', testsIn('src/main/frame/gates/access.test.ts')('%s: %s')),
      departing(
        '/create-campaign and /campaign/{id}/payment refuse',
        rule(
          'The funding page and the payment history check no role in the browser.',
          testsIn('src/main/page-access.test.tsx')('%s is for the users of the table'),
        ),
      ),
      departing(
        '`POST /api/change-user-type` applies',
        rule(
          'Changing the type is possible without sign-in.',
          testsIn('tests/security/holes.test.ts')(
            'changes no account, and does not reveal which emails have one',
          ),
        ),
      ),
      rule('The server enforces every role.', forbidden),
    ],
  },
];
