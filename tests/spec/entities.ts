import { constant, departing, fields, rule, type Section, testsIn } from './rows.ts';

const samples = testsIn('tests/samples.test.ts')('%s: valid, and the server sends it unchanged');
const options = testsIn('tests/spec-coverage.test.ts')(
  'each option list has the values of the specification',
);
const campaigns = testsIn('src/campaigns/server/routes.test.ts');
const created = campaigns('creates a wearable campaign as a draft to fund');
const kyc = testsIn('src/kyc/server/kyc.test.ts');
const profiles = testsIn('src/profiles/server/profiles.test.ts');

export const optionLists = {
  'Age range': ['18-25', '26-35', '36-45', '46-55', 'all'],
  'Target gender': ['any', 'male', 'female', 'non-binary'],
  'Profile gender': ['male', 'female', 'other', 'prefer_not_to_say'],
  'Clothing size': ['xs', 's', 'm', 'l', 'xl', 'xxl'],
  'Business category': [
    'food_beverage',
    'retail',
    'technology',
    'agency',
    'fashion',
    'fitness',
    'automotive',
    'entertainment',
    'other',
  ],
  'KYC country': ['US', 'CA', 'GB', 'AU', 'DE', 'FR', 'JP', 'other'],
  'ID type': ['passport', 'drivers_license', 'national_id', 'state_id'],
  'KYC business type': ['corporation', 'llc', 'partnership', 'sole_proprietorship', 'nonprofit'],
  'User type': ['marketer', 'advertiser', 'admin'],
  'Campaign type': ['wearable', 'social'],
  'Campaign status': ['draft', 'active', 'completed'],
  'Escrow status': ['pending', 'funded'],
  Platform: ['instagram', 'tiktok', 'facebook', 'youtube', 'twitter'],
  'Content type': ['post', 'story', 'video', 'reel', 'tweet'],
  Tier: ['nano', 'micro', 'mid', 'macro', 'influencer'],
  'Payment method': ['paypal', 'credit_card', 'bank_transfer'],
  'Proof status': ['pending', 'approved', 'rejected'],
  'Payment status': ['pending', 'completed', 'failed'],
  'KYC status': ['incomplete', 'pending', 'approved', 'rejected'],
} as const;

export const entities: Section[] = [
  {
    title: '3. User',
    rows: [
      ...fields(
        'User',
        'GET /api/auth/user',
        'id firstName lastName email userType phoneNumber dateOfBirth gender clothingSize address city state zipCode country latitude longitude gpsVerified profileImageUrl paypalEmail paypalConnected emailVerified kycStatus ageVerified locationConsent totalEarnings rating businessName businessEmail businessWebsite businessAddress businessType businessDescription logoUrl taxId',
        samples,
      ),
      ...fields('User', 'GET /api/admin/users', 'isVerified createdAt', samples),
    ],
  },
  {
    title: '3. Campaign',
    rows: [
      ...fields(
        'Campaign',
        'GET /api/campaigns/{id}',
        'id campaignType title description company location locationDetails.address locationDetails.lat locationDetails.lng locationDetails.radius locationDetails.placeId duration startTime createdAt status marketersHired totalMarketersNeeded totalBudget payRate targetDemographics.ageRange targetDemographics.gender instructions escrowStatus escrowAmount platformFee socialMediaPlatform contentType minFollowers maxFollowers requiredTier brandAssets.tshirtDesign brandAssets.hatDesign brandAssets.logoUrl brandAssets.customInstructions proofRequirements.videoDuration proofRequirements.requireSelfie proofRequirements.requireLocationCheck proofRequirements.customRequirements paymentMethod',
        samples,
      ),
      ...fields(
        'Campaign',
        'GET /api/campaigns/advertiser',
        'targetDemographic marketsNeeded applicationsCount',
        samples,
      ),
      constant(
        'wearable',
        'Default of campaignType.',
        testsIn('tests/spec-coverage.test.ts')('the defaults of a campaign are those of the specification'),
      ),
      constant(
        'paypal',
        'Default of paymentMethod.',
        campaigns('a draft requires nothing, not even a title'),
      ),
      constant('2, true, true', 'Defaults of videoDuration, requireSelfie, requireLocationCheck.', created),
      rule('payRate is a number when written and a decimal string when read.', created),
      rule('duration is in whole minutes; radius in metres; startTime and createdAt are ISO times.', created),
    ],
  },
  {
    title: '3. Other entities',
    rows: [
      ...fields(
        'Pricing tier',
        'GET /api/pricing-tiers',
        'platform tier contentType minPrice maxPrice',
        samples,
      ),
      constant(
        'nano 1K-10K, micro 10K-100K, mid 100K-500K, macro 500K-1M, influencer 1M+',
        'Followers of each tier.',
        testsIn('tests/spec-coverage.test.ts')('the tiers have the followers of the specification'),
        testsIn('src/campaigns/web/campaign-card.test.tsx')('formats pay, audience and tiers'),
      ),
      ...fields(
        'Application',
        'GET /api/applications',
        'id campaignId appliedAt status campaign.title campaign.status',
        samples,
      ),
      ...fields(
        'Proof',
        'GET /api/proofs',
        'id campaignId campaignTitle marketerName marketerImage status location.address duration submittedAt reviewNotes',
        samples,
      ),
      ...fields('Payment', 'GET /api/payments', 'id campaignId amount platformFee status createdAt', samples),
      ...fields(
        'Tracking session',
        'GET /api/campaign/{id}/active-sessions',
        'id marketerId startTime',
        samples,
      ),
      ...fields(
        'Live location',
        'GET /api/campaign/{id}/live-tracking',
        'id marketerId latitude longitude accuracy timestamp lastHeartbeat isActive',
        samples,
      ),
      ...fields(
        'Advertiser stats',
        'GET /api/stats/advertiser',
        'teamMembers activeCampaigns totalMarketers totalSpent',
        campaigns('the dashboard’s statistics count the user’s own campaigns'),
      ),
      ...fields(
        'Admin stats',
        'GET /api/admin/stats',
        'totalUsers totalCampaigns totalRevenue pendingProofs',
        samples,
      ),
      ...fields(
        'KYC record',
        'POST /api/kyc/update',
        'firstName lastName dateOfBirth address city state zipCode country phoneNumber governmentId idType taxId',
        kyc('is pending, and shows the user masked numbers'),
      ),
      ...fields(
        'KYC record',
        'POST /api/kyc/update',
        'businessName businessAddress businessTaxId businessType businessDescription',
        kyc('requires business data of an advertiser, and accepts a license'),
      ),
      ...fields(
        'KYC record',
        'POST /api/kyc/update',
        'idDocument proofOfAddress',
        kyc('needs both documents'),
      ),
      ...fields(
        'KYC record',
        'POST /api/kyc/update',
        'businessLicense',
        kyc('requires business data of an advertiser, and accepts a license'),
      ),
      ...fields(
        'KYC record',
        'GET /api/kyc/status',
        'kycStatus rejectionReason',
        testsIn('src/kyc/server/decision.test.ts')(
          'rejects with a reason, and allows a resubmission that replaces the first',
        ),
      ),
      ...fields(
        'Compliance flags',
        'POST /api/user/compliance',
        'ageVerified termsAccepted privacyAccepted locationConsent',
        profiles('are stored with the version of the text, given or withdrawn, and never changed'),
      ),
    ],
  },
  {
    title: '3. Option lists',
    rows: [
      ...Object.entries(optionLists).map(([name, values]) =>
        constant(values.join(', '), `${name}.`, options),
      ),
      departing(
        'The country list of the profile',
        rule(
          'The profile’s country list has about 190 countries.',
          testsIn('src/kernel/countries/countries.test.ts')('lists each current country once, by name'),
        ),
      ),
    ],
  },
];
