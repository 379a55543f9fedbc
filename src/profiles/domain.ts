import { authDomain } from '#auth/domain.ts';
import { defineDomain } from '#kernel/domain.ts';
import { msg } from '#kernel/text.ts';
import { platformDomain } from '#platform/domain.ts';
import { uploadsDomain } from '#uploads/domain.ts';

export const profilesDomain = defineDomain([platformDomain, authDomain, uploadsDomain], {
  refusals: {
    'profile/under-age': [422, msg('You must be 18 or older to use Promenade.')],
    'profile/wallet-email-missing': [422, msg('PayPal Email Required')],
    'compliance/incomplete': [403, msg('Confirm your age and accept the terms and privacy policy first.')],
    'compliance/location-consent': [403, msg('Allow location sharing for campaigns first.')],
    'listing/not-found': [404, msg('This marketer isn’t in the list anymore.')],
    'listing/no-business': [404, msg('You’re not in the team of this business.')],
    'listing/read-only': [
      403,
      msg('Your role in this team doesn’t allow this. Ask the team owner for access.'),
    ],
    'listing/too-many-saved': [409, msg('You can save up to 200 marketers. Remove one first.')],
    'social/not-found': [404, msg('This account isn’t connected.')],
    'social/handle-taken': [409, msg('This account is already verified by another user.')],
    'social/decided': [409, msg('This account has already been reviewed.')],
    'social/changed': [
      409,
      msg('This account was resubmitted while you were reviewing it. Review the new version first.'),
    ],
    'social/own': [403, msg('You can’t review your own account. Ask another administrator.')],
  },
  objects: {
    listing: 'listing/not-found',
    socialAccount: 'social/not-found',
  },
  limits: {
    // Each change sends mail to an address that the caller chooses.
    'wallet-email': '10/1h',
    // Social accounts that a user declares or submits. Each one needs a review by an admin.
    social: '20/1h',
  },
});

export const { endpoint, refuse } = profilesDomain;
