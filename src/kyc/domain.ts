import { authDomain } from '#auth/domain.ts';
import { defineDomain } from '#kernel/domain.ts';
import { msg } from '#kernel/text.ts';
import { platformDomain } from '#platform/domain.ts';
import { profilesDomain } from '#profiles/domain.ts';
import { uploadsDomain } from '#uploads/domain.ts';

export const kycDomain = defineDomain([platformDomain, authDomain, uploadsDomain, profilesDomain], {
  refusals: {
    'kyc/not-open': [409, msg('Your identity check is already in review or approved.')],
    'kyc/not-found': [404, msg('We couldn’t find this identity check.')],
    'kyc/decided': [409, msg('This identity check has already been decided.')],
    'kyc/changed': [
      409,
      msg('This identity check was resubmitted while you were reviewing it. Review the new version first.'),
    ],
    'kyc/own': [403, msg('You can’t decide on your own identity check. Ask another administrator.')],
  },
  objects: {
    kyc: 'kyc/not-found',
  },
  limits: {
    // The user's own documents. Every view is written to the audit log, which never shrinks.
    document: '60/1h',
  },
});

export const { endpoint, refuse } = kycDomain;
