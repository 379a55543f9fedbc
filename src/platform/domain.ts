import { defineDomain, type RefusalCodeOf } from '#kernel/domain.ts';
import { msg } from '#kernel/text.ts';

export const platformDomain = defineDomain([], {
  refusals: {
    'auth/required': [401, msg('Please sign in to continue.')],
    'auth/forbidden': [403, msg('Your account type doesn’t allow this.')],
    'auth/recent-required': [403, msg('Please sign in again to confirm this change.')],
    'auth/second-factor-required': [403, msg('Confirm with your second factor to continue.')],
    'auth/token-invalid': [401, msg('This access token is unknown, expired, or revoked.')],
    'auth/token-scope': [403, msg('This access token doesn’t allow this call.')],
    'request/version': [400, msg('This version of the API isn’t supported.')],
    'auth/type-required': [403, msg('Choose whether you’re a marketer or an advertiser first.')],
  },
  limits: {
    'public-read': { rate: '240/1m', perProcess: true },
    // A file of the sitemap may list 50,000 campaigns.
    sitemap: '20/1m',
    // Calls with all access tokens of a user.
    'access-token': { rate: '300/1m', perProcess: true },
  },
});

export const { endpoint, refuse } = platformDomain;
export type RefusalCode = RefusalCodeOf<typeof platformDomain>;
