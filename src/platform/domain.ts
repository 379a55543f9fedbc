import { defineDomain, type RefusalCodeOf } from '#kernel/domain.ts';

export const platformDomain = defineDomain([], {
  refusals: {
    'auth/required': [401, 'Please sign in to continue.'],
    'auth/forbidden': [403, 'Your account type doesn’t allow this.'],
    'auth/recent-required': [403, 'Please sign in again to confirm this change.'],
    'auth/second-factor-required': [403, 'Confirm with your second factor to continue.'],
    'auth/type-required': [403, 'Choose whether you’re a marketer or an advertiser first.'],
  },
  limits: {
    'public-read': '240/1m',
    // A file of the sitemap may list 50,000 campaigns.
    sitemap: '20/1m',
  },
});

export const { endpoint, refuse } = platformDomain;
export type RefusalCode = RefusalCodeOf<typeof platformDomain>;
