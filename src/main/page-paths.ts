/**
 * The paths of all pages, as the server knows them. A test compares them with routes.ts, which only the build can
 * read.
 */
export const pagePaths = [
  'terms',
  'privacy',
  'demo',
  'demo-marketer',
  'demo-advertiser',
  'tracking-demo',
  'auth/signin',
  'auth/email-confirmation',
  'user-type-selection',
  'change-user-type',
  'advertiser',
  'create-campaign',
  'campaigns/:id',
  'proof-review',
  'team',
  'team/invitation',
  'campaign/:id/payment',
  'marketer',
  'applications',
  'marketplace',
  'marketers',
  'payments',
  'kyc',
  'profile',
  'notifications',
  'settings',
  'admin',
  'map-test',
];
