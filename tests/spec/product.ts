import { rule, type Section, testsIn, text } from './rows.ts';

const pages = testsIn('src/main/public/public-pages.test.tsx');
const claims = pages(
  'the landing page makes the claims of the specification, and shows its figures and notice',
);
const mainJob = testsIn('tests/journeys/main-job.spec.ts');
const decisions = testsIn('src/proofs/server/proofs.test.ts');

export const product: Section[] = [
  {
    title: '1. What the product does',
    rows: [
      rule(
        'A marketer applies, is approved, runs a tracked session, sends proof, and is paid.',
        testsIn('tests/main-job.test.ts')('runs on %s from an empty form to a paid marketer, with ${walk}'),
        mainJob('a marketer finds a campaign, applies with a photo and the consents, and is approved'),
        mainJob('an approved marketer works, and sends a proof, which the advertiser approves'),
      ),
      rule(
        'Wearable campaigns: marketers wear a shirt or hat at a place and time.',
        testsIn('src/campaigns/server/routes.test.ts')('creates a wearable campaign as a draft to fund'),
      ),
      rule(
        'Social media campaigns: influencers post on Instagram, TikTok, X, YouTube, and also Facebook.',
        testsIn('src/campaigns/server/tables.test.ts')(
          'cover every content type of every platform in all five tiers, and nothing more',
        ),
      ),
      rule(
        'Marketers add a photo and complete a verification.',
        testsIn('src/profiles/web/picture-field.test.tsx')(
          'uploads, saves and shows a chosen photo, which can be removed again',
        ),
        mainJob('an approved marketer passes the identity check, sets a wallet email and is paid'),
      ),
      rule(
        'Marketers browse by pay, platform and followers.',
        testsIn('src/campaigns/server/search/campaign-search.test.ts')(
          'each filter includes some campaigns and excludes some',
        ),
      ),
      rule(
        'The advertiser’s money is in escrow until the advertiser approves proof. Approving pays the marketer.',
        decisions('a decision > approves and pays once, and returns what the payment waits for'),
        testsIn('src/payments/server/payouts/payouts.test.ts')(
          'approved work is paid: escrow, balance, wallet',
        ),
      ),
      rule(
        'Advertisers see live approximate positions of marketers.',
        testsIn('src/tracking/server/sessions.test.ts')(
          'is an alias, a cell, rounded times and whether the marketer is in the zone',
        ),
      ),
      rule(
        'Advertisers see analytics and reports.',
        testsIn('src/main/pages/report/campaign-report.test.tsx')('shows terms, work and money, and prints'),
      ),
      rule(
        'Admins see statistics of the platform and manage users.',
        testsIn('src/admin/web/admin-page.test.tsx')('shows the four figures and every user'),
      ),
      rule(
        'There are three roles: marketer, advertiser, admin.',
        testsIn('src/main/frame/gates/access.test.ts')('returns the navigation links of a %s'),
      ),
      rule(
        'Users must be 18 or older.',
        testsIn('src/profiles/server/profiles.test.ts')('requires an age of 18'),
        testsIn('src/kyc/server/kyc.test.ts')('requires an age of 18'),
      ),
      rule(
        'Location consent is required to take part in wearable campaigns.',
        testsIn('src/applications/server/routes.test.ts')(
          'requires age, terms and privacy, and for wearable campaigns the location consent',
        ),
      ),
      rule(
        'The terms call the product an intermediary, marketers independent contractors, and the fee 10-15%.',
        pages('the terms name contractors, the intermediary and the fee'),
      ),
      text('Earn $50 to $150 per wearable campaign', 'Claim of the landing page.', claims),
      text('From $50 for 30 minutes', 'Claim of the landing page.', claims),
      text('$100+ per hour', 'Claim of the landing page: many campaigns pay that.', claims),
      text('$5 to $10,000', 'Claim of the landing page: the pay of social campaigns.', claims),
      text('Instant payment after your proof is approved', 'Claim of the landing page.', claims),
      text('approximate location only', 'Claim of the landing page about tracking.', claims),
      text('15K+', 'Statistic: marketers.', claims),
      text('500+', 'Statistic: brand partners.', claims),
      text('$2.5M+', 'Statistic: paid.', claims),
      text('50+', 'Statistic: cities.', claims),
    ],
  },
];
